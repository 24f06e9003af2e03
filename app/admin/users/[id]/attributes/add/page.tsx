import { pageTexts } from '../../../../../_components/texts.ts'
import { AttributeEditor } from '../../../../../_console/attribute-editor.tsx'
import { Card } from '../../../../../_console/card.tsx'
import { openUser, type UserPageProps } from '../../../_parts/user-page-data.ts'
import { UserShell } from '../../../_parts/user-shell.tsx'
import { addAttribute } from '../actions.ts'

export default async function AddUserAttributePage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const values = { key: '', value: '', includeInIdToken: false, includeInAccessToken: false }
  return (
    <UserShell data={data} section="attributes">
      <Card title={t('users.attributes.add')} id="attribute">
        {data.mayEdit && (
          <AttributeEditor
            action={addAttribute.bind(null, data.user.id, data.listState)}
            values={values}
            label={t('console.add')}
          />
        )}
      </Card>
    </UserShell>
  )
}
