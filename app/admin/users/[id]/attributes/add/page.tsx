import { pageTexts } from '../../../../../_components/texts.ts'
import { AttributeEditor } from '../../../../../_console/attribute-editor.tsx'
import { Card } from '../../../../../_console/card.tsx'
import { UserFrame } from '../../../_parts/user-frame.tsx'
import { openUser, type UserPageProps } from '../../../_parts/user-scene.ts'
import { addAttribute } from '../actions.ts'

/** Gives a user another attribute (wire contract §7.3). */
export default async function AddUserAttributePage(props: UserPageProps) {
  const t = await pageTexts()
  const scene = await openUser(props)
  const values = { key: '', value: '', includeInIdToken: false, includeInAccessToken: false }
  return (
    <UserFrame scene={scene} section="attributes">
      <Card title={t('users.attributes.add')} id="attribute">
        {scene.mayEdit && (
          <AttributeEditor
            action={addAttribute.bind(null, scene.user.id, scene.place)}
            values={values}
            label={t('console.add')}
          />
        )}
      </Card>
    </UserFrame>
  )
}
