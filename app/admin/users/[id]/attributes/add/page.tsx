import { AttributeEditor } from '#app/_ui/form/attribute-editor.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { userAddress } from '#app/admin/users/_parts/user-list-state.ts'
import { openUser, type UserPageProps } from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'

export default async function AddUserAttributePage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const values = { key: '', value: '', includeInIdToken: false, includeInAccessToken: false }
  return (
    <UserShell data={data} section="attributes">
      <Panel title={t('users.attributes.add')} id="attribute">
        {data.mayEdit && (
          <AttributeEditor
            action={`/admin/users/${data.user.id}/attributes/add/submit`}
            values={values}
            label={t('console.add')}
            cancel={userAddress(data.user.id, 'attributes', data.listState)}
          />
        )}
      </Panel>
    </UserShell>
  )
}
