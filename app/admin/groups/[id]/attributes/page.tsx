import { Plus, Tags } from 'lucide-react'
import Link from 'next/link'
import { pageTexts } from '../../../../_components/texts.ts'
import { openConsole } from '../../../../_console/api.ts'
import { AttributeRow } from '../../../../_console/attribute-row.tsx'
import { Card, EmptyState } from '../../../../_console/card.tsx'
import { idInAddress } from '../../../../_console/list-place.ts'
import { GroupFrame } from '../../_parts/group-frame.tsx'
import { type GroupPageProps, openGroup, sectionAddress } from '../../_parts/group-scene.ts'
import { removeAttribute } from './actions.ts'

/** What applications may learn about everybody in a group (wire contract §7.3). */
export default async function GroupAttributesPage(props: GroupPageProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const id = idInAddress((await props.params).id)
  const [scene, { attributes }] = await Promise.all([
    openGroup(props),
    api.listGroupAttributes({ params: { id } }),
  ])
  const { mayEdit } = scene
  return (
    <GroupFrame scene={scene} section="attributes">
      <Card
        title={t('groups.sections.attributes')}
        intro={t('groups.attributes.intro')}
        id="attributes"
        actions={mayEdit && attributes.length > 0 && <AddAttribute groupId={id} />}
        flush
      >
        {attributes.length > 0 ? (
          <ul className="divide-y divide-line border-line border-t">
            {attributes.map((attribute) => (
              <AttributeRow
                key={attribute.id}
                attribute={attribute}
                change={
                  mayEdit
                    ? {
                        address: `${sectionAddress(id, 'attributes')}/edit/${attribute.id}`,
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
            text={t('groups.attributes.none_hint')}
          >
            {mayEdit && <AddAttribute groupId={id} />}
          </EmptyState>
        )}
      </Card>
    </GroupFrame>
  )
}

async function AddAttribute({ groupId }: { readonly groupId: number }) {
  const t = await pageTexts()
  return (
    <Link
      id="add-attribute"
      href={`${sectionAddress(groupId, 'attributes')}/add`}
      prefetch={false}
      className="btn btn-sm"
    >
      <Plus className="size-4" aria-hidden="true" />
      {t('users.attributes.add')}
    </Link>
  )
}
