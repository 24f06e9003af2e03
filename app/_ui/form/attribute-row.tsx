import { Pencil, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Confirm } from './confirm.tsx'

export interface ListedAttribute {
  readonly id: number
  readonly key: string
  readonly value: string
  readonly includeInIdToken: boolean
  readonly includeInAccessToken: boolean
}

interface AttributeRowProps {
  readonly attribute: ListedAttribute
  /** Address of the edit page and the action that removes it; null for read-only visitors. */
  readonly change: { readonly address: string; readonly remove: string } | null
}

export async function AttributeRow({ attribute, change }: AttributeRowProps) {
  const t = await pageTexts()
  const { key, value, includeInIdToken, includeInAccessToken } = attribute
  return (
    <li className="items-start!">
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
      {change && <Changes attribute={attribute} {...change} />}
    </li>
  )
}

interface ChangesProps extends NonNullable<AttributeRowProps['change']> {
  readonly attribute: ListedAttribute
}

async function Changes({ attribute: { id, key }, address, remove }: ChangesProps) {
  const t = await pageTexts()
  return (
    <div className="flex shrink-0 gap-1">
      <Link
        href={address}
        prefetch={false}
        className="btn btn-ghost btn-square btn-sm"
        aria-label={t('users.attributes.edit_named', { key })}
        title={t('users.attributes.edit_named', { key })}
      >
        <Pencil aria-hidden="true" />
      </Link>
      <Confirm
        id={`remove-${id}`}
        action={remove}
        trigger={<Trash2 aria-hidden="true" />}
        triggerClass="btn btn-ghost btn-square btn-sm"
        triggerLabel={t('console.remove_named', { name: key })}
        title={t('users.attributes.remove_title', { key })}
        body={t('users.attributes.remove_body')}
        confirm={t('console.remove')}
      />
    </div>
  )
}
