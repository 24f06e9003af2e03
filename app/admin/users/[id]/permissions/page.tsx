import { permissionChoices } from '#app/_ui/form/permission-choice.ts'
import { PermissionsForm } from '#app/_ui/form/permissions-form.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { openUser, type UserPageData, type UserPageProps } from '../../_parts/user-page-data.ts'
import { UserShell } from '../../_parts/user-shell.tsx'

/** The permissions that a user holds directly, beside those of groups. */
export default async function UserPermissionsPage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  return (
    <UserShell data={data} section="permissions">
      <Panel
        title={t('users.permissions.title')}
        intro={t('users.permissions.intro')}
        id="permissions"
      >
        {data.mayEdit ? <Editor data={data} /> : <List data={data} />}
      </Panel>
    </UserShell>
  )
}

interface PartProps {
  readonly data: UserPageData
}

async function Editor({ data: { api, visitor, user } }: PartProps) {
  const t = await pageTexts()
  // Resources belong to the settings: without the right to read those, a visitor can only remove permissions.
  const resources = mayRead(visitor, 'settings') ? (await api.listResources()).resources : null
  if (!resources && user.permissions.length === 0) {
    return <p className="text-muted text-sm">{t('console.permissions.no_resources')}</p>
  }
  return (
    <PermissionsForm
      action={`/admin/users/${user.id}/permissions/submit`}
      resources={resources}
      granted={permissionChoices(t, user.permissions)}
      empty={t('users.permissions.none')}
    />
  )
}

async function List({ data: { user } }: PartProps) {
  const t = await pageTexts()
  if (user.permissions.length === 0) {
    return <p className="text-muted text-sm">{t('users.permissions.none')}</p>
  }
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {permissionChoices(t, user.permissions).map(({ id, scope, description }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          <span dir="ltr" className="font-mono">
            {scope}
          </span>
          {description && <span className="block text-muted">{description}</span>}
        </li>
      ))}
    </ul>
  )
}
