import { X } from 'lucide-react'
import Link from 'next/link'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { type RefusalQuery, refusalsAddress } from './refusal-query.ts'

/** Whose refusals are listed, and by which rule: each is taken away by a click. */
export async function RefusalChips({ query }: { readonly query: RefusalQuery }) {
  const t = await pageTexts()
  const { clientId, userId, rule } = query
  return (
    <>
      {clientId && (
        <Chip
          name={t('activity.application')}
          value={await clientName(clientId)}
          query={without(query, 'clientId')}
        />
      )}
      {userId && (
        <Chip
          name={t('console.record.person')}
          value={await userName(userId)}
          query={without(query, 'userId')}
        />
      )}
      {rule && (
        <Chip
          name={t('activity.refused.rule')}
          value={t(`refusals.rule.${rule}.title`)}
          query={without(query, 'rule')}
        />
      )}
    </>
  )
}

function without(query: RefusalQuery, name: keyof RefusalQuery): RefusalQuery {
  const { [name]: _, after: __, ...rest } = query
  return rest
}

interface ChipProps {
  readonly name: string
  readonly value: string
  /** What stays. */
  readonly query: RefusalQuery
}

async function Chip({ name, value, query }: ChipProps) {
  const t = await pageTexts()
  return (
    <Link
      href={refusalsAddress(query)}
      prefetch={false}
      className="ui-chip ui-chip-on"
      aria-label={t('list.remove_filter', { filter: `${name} ${value}` })}
    >
      {name} <bdi className="max-w-60 truncate font-semibold">{value}</bdi>
      <X className="size-3!" aria-hidden="true" />
    </Link>
  )
}

/** The name of an application that still exists, for those who may read applications; else its number. */
async function clientName(ids: string): Promise<string> {
  const { api, visitor } = await openConsole()
  if (!mayRead(visitor, 'clients')) return ids
  const [client] = (await api.searchClients({ query: { ids } })).clients
  return client?.displayName || client?.clientIdentifier || ids
}

/** The same of a user. */
async function userName(ids: string): Promise<string> {
  const { api, visitor } = await openConsole()
  if (!mayRead(visitor, 'users')) return ids
  return (await api.searchUsers({ query: { ids } })).users[0]?.email ?? ids
}
