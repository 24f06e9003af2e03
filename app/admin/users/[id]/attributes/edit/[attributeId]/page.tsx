import { notFound } from 'next/navigation'
import { AttributeEditor } from '#app/_ui/form/attribute-editor.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { openUser, type UserPageProps } from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'

interface EditUserAttributePageProps extends UserPageProps {
  readonly params: Promise<{ readonly id: string; readonly attributeId: string }>
}

export default async function EditUserAttributePage(props: EditUserAttributePageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { attributeId } = await props.params
  const attribute = data.user.attributes.find(({ id }) => String(id) === attributeId)
  if (!attribute) notFound()
  const { id, key, value, includeInIdToken, includeInAccessToken } = attribute
  return (
    <UserShell data={data} section="attributes">
      <Panel title={t('users.attributes.edit_named', { key })} id="attribute">
        {data.mayEdit && (
          <AttributeEditor
            action={`/admin/users/${data.user.id}/attributes/edit/${id}/submit`}
            values={{ key, value, includeInIdToken, includeInAccessToken }}
            label={t('console.save')}
          />
        )}
      </Panel>
    </UserShell>
  )
}
