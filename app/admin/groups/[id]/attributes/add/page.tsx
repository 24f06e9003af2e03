import { AttributeEditor } from '#app/_ui/form/attribute-editor.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sectionAddress } from '#app/admin/groups/_parts/group-address.ts'
import { type GroupPageProps, openGroup } from '#app/admin/groups/_parts/group-page-data.ts'
import { GroupShell } from '#app/admin/groups/_parts/group-shell.tsx'

export default async function AddGroupAttributePage(props: GroupPageProps) {
  const t = await pageTexts()
  const data = await openGroup(props)
  const values = { key: '', value: '', includeInIdToken: false, includeInAccessToken: false }
  return (
    <GroupShell data={data} section="attributes">
      <Panel title={t('users.attributes.add')} id="attribute">
        {data.mayEdit && (
          <AttributeEditor
            action={`${sectionAddress(data.group.id, 'attributes')}/add/submit`}
            values={values}
            label={t('console.add')}
            cancel={sectionAddress(data.group.id, 'attributes')}
          />
        )}
      </Panel>
    </GroupShell>
  )
}
