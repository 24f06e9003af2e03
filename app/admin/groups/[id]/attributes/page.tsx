import { Pencil, Plus, Tags, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { pageTexts } from '../../../../_components/texts.ts'
import { type Api, openConsole } from '../../../../_console/api.ts'
import { Card, EmptyState } from '../../../../_console/card.tsx'
import { Confirm } from '../../../../_console/confirm.tsx'
import { idInAddress } from '../../../../_console/list-place.ts'
import { GroupBadges } from '../../_parts/group-badges.tsx'
import { GroupFrame } from '../../_parts/group-frame.tsx'
import { type GroupPageProps, openGroup, sectionAddress } from '../../_parts/group-scene.ts'
import { removeAttribute } from './actions.ts'

type Attribute = Awaited<ReturnType<Api['listGroupAttributes']>>['attributes'][number]

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
              <Row key={attribute.id} attribute={attribute} mayEdit={mayEdit} />
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

interface RowProps {
  readonly attribute: Attribute
  readonly mayEdit: boolean
}

async function Row({ attribute, mayEdit }: RowProps) {
  const t = await pageTexts()
  return (
    <li className="flex items-start gap-3 px-5 py-3 sm:px-6">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span dir="ltr" className="font-medium font-mono text-sm [overflow-wrap:anywhere]">
            {attribute.key}
          </span>
          <GroupBadges group={attribute} />
        </p>
        <p dir="auto" className="whitespace-pre-wrap text-muted text-sm [overflow-wrap:anywhere]">
          {attribute.value || t('users.attributes.empty_value')}
        </p>
      </div>
      {mayEdit && <RowActions attribute={attribute} />}
    </li>
  )
}

async function RowActions({ attribute: { id, key, groupId } }: { readonly attribute: Attribute }) {
  const t = await pageTexts()
  return (
    <div className="flex shrink-0 gap-1">
      <Link
        href={`${sectionAddress(groupId, 'attributes')}/edit/${id}`}
        prefetch={false}
        className="btn btn-ghost btn-square btn-sm"
        aria-label={t('users.attributes.edit_named', { key })}
        title={t('users.attributes.edit_named', { key })}
      >
        <Pencil className="size-4" aria-hidden="true" />
      </Link>
      <Confirm
        id={`remove-${id}`}
        action={removeAttribute.bind(null, id)}
        trigger={<Trash2 className="size-4" aria-hidden="true" />}
        triggerClass="btn btn-ghost btn-square btn-sm"
        triggerLabel={t('console.remove_named', { name: key })}
        title={t('users.attributes.remove_title', { key })}
        body={t('users.attributes.remove_body')}
        confirm={t('console.remove')}
      />
    </div>
  )
}
