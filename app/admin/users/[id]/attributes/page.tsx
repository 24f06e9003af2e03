import { Plus, Tags } from 'lucide-react'
import Link from 'next/link'
import { pageTexts } from '../../../../_components/texts.ts'
import { AttributeRow } from '../../../../_console/attribute-row.tsx'
import { Card, EmptyState } from '../../../../_console/card.tsx'
import { userAddress } from '../../_parts/place.ts'
import { UserFrame } from '../../_parts/user-frame.tsx'
import { openUser, type UserPageProps, type UserScene } from '../../_parts/user-scene.ts'
import { removeAttribute } from './actions.ts'

/** What else is known of a user, for applications to read (wire contract §7.3). */
export default async function UserAttributesPage(props: UserPageProps) {
  const t = await pageTexts()
  const scene = await openUser(props)
  const { user, place } = scene
  const { attributes } = user
  return (
    <UserFrame scene={scene} section="attributes">
      <Card
        title={t('users.attributes.title')}
        intro={t('users.attributes.intro')}
        id="attributes"
        actions={scene.mayEdit && attributes.length > 0 && <AddAttribute scene={scene} />}
        flush
      >
        {attributes.length > 0 ? (
          <ul className="divide-y divide-line border-line border-t">
            {attributes.map((attribute) => (
              <AttributeRow
                key={attribute.id}
                attribute={attribute}
                change={
                  scene.mayEdit
                    ? {
                        address: userAddress(user.id, `attributes/edit/${attribute.id}`, place),
                        remove: removeAttribute.bind(null, attribute.id),
                      }
                    : null
                }
              />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={Tags}
            title={t('users.attributes.none')}
            text={t('users.attributes.none_hint')}
          >
            {scene.mayEdit && <AddAttribute scene={scene} />}
          </EmptyState>
        )}
      </Card>
    </UserFrame>
  )
}

interface PartProps {
  readonly scene: UserScene
}

async function AddAttribute({ scene: { user, place } }: PartProps) {
  const t = await pageTexts()
  return (
    <Link
      id="add-attribute"
      href={userAddress(user.id, 'attributes/add', place)}
      prefetch={false}
      className="btn btn-sm"
    >
      <Plus className="size-4" aria-hidden="true" />
      {t('users.attributes.add')}
    </Link>
  )
}
