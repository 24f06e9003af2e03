import { notFound } from 'next/navigation'
import { pageTexts } from '../../../../../../_components/texts.ts'
import { AttributeEditor } from '../../../../../../_console/attribute-editor.tsx'
import { Card } from '../../../../../../_console/card.tsx'
import { UserFrame } from '../../../../_parts/user-frame.tsx'
import { openUser, type UserPageProps } from '../../../../_parts/user-scene.ts'
import { saveAttribute } from '../../actions.ts'

interface EditUserAttributePageProps extends UserPageProps {
  readonly params: Promise<{ readonly id: string; readonly attributeId: string }>
}

/** Changes an attribute of a user (wire contract §7.3). */
export default async function EditUserAttributePage(props: EditUserAttributePageProps) {
  const t = await pageTexts()
  const scene = await openUser(props)
  const { attributeId } = await props.params
  const attribute = scene.user.attributes.find(({ id }) => String(id) === attributeId)
  if (!attribute) notFound()
  const { id, key, value, includeInIdToken, includeInAccessToken } = attribute
  return (
    <UserFrame scene={scene} section="attributes">
      <Card title={t('users.attributes.edit_named', { key })} id="attribute">
        {scene.mayEdit && (
          <AttributeEditor
            action={saveAttribute.bind(null, scene.user.id, id, scene.place)}
            values={{ key, value, includeInIdToken, includeInAccessToken }}
            label={t('console.save')}
          />
        )}
      </Card>
    </UserFrame>
  )
}
