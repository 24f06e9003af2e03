import { notFound } from 'next/navigation'
import { AttributeEditor } from '#app/_ui/form/attribute-editor.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sectionAddress } from '#app/admin/groups/_parts/group-address.ts'
import { openGroup } from '#app/admin/groups/_parts/group-page-data.ts'
import { GroupShell } from '#app/admin/groups/_parts/group-shell.tsx'

interface EditGroupAttributePageProps {
  readonly params: Promise<{ readonly id: string; readonly attributeId: string }>
}

export default async function EditGroupAttributePage(props: EditGroupAttributePageProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const id = idInAddress((await props.params).attributeId)
  const [data, { attribute }] = await Promise.all([
    openGroup(props),
    api.getGroupAttribute({ params: { id } }),
  ])
  if (attribute.groupId !== data.group.id) notFound()
  const { key, value, includeInIdToken, includeInAccessToken } = attribute
  return (
    <GroupShell data={data} section="attributes">
      <Panel title={t('users.attributes.edit_named', { key })} id="attribute">
        {data.mayEdit && (
          <AttributeEditor
            action={`${sectionAddress(data.group.id, 'attributes')}/edit/${id}/submit`}
            values={{ key, value, includeInIdToken, includeInAccessToken }}
            label={t('console.save')}
          />
        )}
      </Panel>
    </GroupShell>
  )
}
