import { Pencil, Plus, Tags, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { pageTexts } from '../../../../_components/texts.ts'
import { Badge, Card, EmptyState } from '../../../../_console/card.tsx'
import { Confirm } from '../../../../_console/confirm.tsx'
import { userAddress } from '../../_parts/place.ts'
import { UserFrame } from '../../_parts/user-frame.tsx'
import {
  openUser,
  type UserDetails,
  type UserPageProps,
  type UserScene,
} from '../../_parts/user-scene.ts'
import { removeAttribute } from './actions.ts'

type Attribute = UserDetails['attributes'][number]

/** What else is known of a user, for applications to read (wire contract §7.3). */
export default async function UserAttributesPage(props: UserPageProps) {
  const t = await pageTexts()
  const scene = await openUser(props)
  const { attributes } = scene.user
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
              <Row key={attribute.id} attribute={attribute} scene={scene} />
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

async function Row({ attribute, scene }: PartProps & { readonly attribute: Attribute }) {
  const t = await pageTexts()
  const { key, value, includeInIdToken, includeInAccessToken } = attribute
  return (
    <li className="flex items-start gap-3 px-5 py-3 sm:px-6">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span dir="ltr" className="font-medium font-mono text-sm [overflow-wrap:anywhere]">
            {key}
          </span>
          {includeInIdToken && <Badge>{t('console.attributes.id_token')}</Badge>}
          {includeInAccessToken && <Badge>{t('console.attributes.access_token')}</Badge>}
        </p>
        <p dir="auto" className="whitespace-pre-wrap text-muted text-sm [overflow-wrap:anywhere]">
          {value || t('users.attributes.empty_value')}
        </p>
      </div>
      {scene.mayEdit && <RowActions attribute={attribute} scene={scene} />}
    </li>
  )
}

async function RowActions({
  attribute: { id, key },
  scene: { user, place },
}: PartProps & { readonly attribute: Attribute }) {
  const t = await pageTexts()
  return (
    <div className="flex shrink-0 gap-1">
      <Link
        href={userAddress(user.id, `attributes/edit/${id}`, place)}
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
