import { type PermissionChoice, permissionChoices } from '#app/_ui/form/permission-choice.ts'
import { PermissionsForm } from '#app/_ui/form/permissions-form.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayRead, mayWrite } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sectionAddress } from '#app/admin/groups/_parts/group-address.ts'
import { type GroupPageProps, openGroup } from '#app/admin/groups/_parts/group-page-data.ts'
import { GroupShell } from '#app/admin/groups/_parts/group-shell.tsx'

/** The permissions of every member of a group. */
export default async function GroupPermissionsPage(props: GroupPageProps) {
  const t = await pageTexts()
  const { api, visitor } = await openConsole()
  const id = idInAddress((await props.params).id)
  // Resources belong to the settings: without the right to read those, a visitor can only remove permissions.
  const isPicker = mayWrite(visitor, 'users') && mayRead(visitor, 'settings')
  const [data, { permissions }, listed] = await Promise.all([
    openGroup(props),
    api.getGroupPermissions({ params: { id } }),
    isPicker ? api.listResources() : null,
  ])
  const granted = permissionChoices(t, permissions)
  return (
    <GroupShell data={data} section="permissions">
      <Panel
        title={t('groups.sections.permissions')}
        intro={t('groups.permissions.intro')}
        id="permissions"
      >
        {data.mayEdit ? (
          <PermissionsForm
            action={`${sectionAddress(id, 'permissions')}/submit`}
            resources={listed?.resources ?? null}
            granted={granted}
            empty={t('groups.permissions.empty')}
          />
        ) : (
          <List granted={granted} />
        )}
      </Panel>
    </GroupShell>
  )
}

async function List({ granted }: { readonly granted: readonly PermissionChoice[] }) {
  const t = await pageTexts()
  if (granted.length === 0) {
    return <p className="text-muted text-sm">{t('groups.permissions.empty')}</p>
  }
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {granted.map(({ id, scope, description }) => (
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
