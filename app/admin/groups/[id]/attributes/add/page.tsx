import { pageTexts } from '../../../../../_components/texts.ts'
import { AttributeEditor } from '../../../../../_console/attribute-editor.tsx'
import { Card } from '../../../../../_console/card.tsx'
import { type GroupPageProps, openGroup } from '../../../_parts/group-page-data.ts'
import { GroupShell } from '../../../_parts/group-shell.tsx'
import { addAttribute } from '../actions.ts'

export default async function AddGroupAttributePage(props: GroupPageProps) {
  const t = await pageTexts()
  const data = await openGroup(props)
  const values = { key: '', value: '', includeInIdToken: false, includeInAccessToken: false }
  return (
    <GroupShell data={data} section="attributes">
      <Card title={t('users.attributes.add')} id="attribute">
        {data.mayEdit && (
          <AttributeEditor
            action={addAttribute.bind(null, data.group.id)}
            values={values}
            label={t('console.add')}
          />
        )}
      </Card>
    </GroupShell>
  )
}
