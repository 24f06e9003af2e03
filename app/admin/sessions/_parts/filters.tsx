import { X } from 'lucide-react'
import Link from 'next/link'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import { queryOf, type SessionFilter } from './session-filter.ts'

const path = '/admin/sessions'

/** The filter of the page: an address to type, and what is set as chips that take it away. */
export async function SessionFilters({ filter }: { readonly filter: SessionFilter }) {
  const t = await pageTexts()
  const { ipAddress, ...others } = filter
  return (
    <>
      <search className="w-full sm:w-72">
        <form className="flex gap-2">
          {Object.entries(queryOf(others)).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <label className="input input-sm">
            <span className="sr-only">{t('access.sessions.address')}</span>
            <input
              id="address"
              name="address"
              type="search"
              dir="ltr"
              maxLength={64}
              defaultValue={ipAddress}
              placeholder={t('access.sessions.address')}
            />
          </label>
          <button id="apply" type="submit" className="btn btn-sm">
            {t('access.sessions.apply')}
          </button>
        </form>
      </search>
      {filter.userId !== undefined && (
        <Chip
          name={t('access.sessions.user')}
          value={await userName(filter.userId)}
          rest={without(filter, 'userId')}
        />
      )}
      {filter.clientId !== undefined && (
        <Chip
          name={t('access.sessions.application')}
          value={await clientName(filter.clientId)}
          rest={without(filter, 'clientId')}
        />
      )}
      {ipAddress && <Chip name={t('access.sessions.address')} value={ipAddress} rest={others} />}
    </>
  )
}

function without(filter: SessionFilter, name: keyof SessionFilter): SessionFilter {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name))
}

interface ChipProps {
  readonly name: string
  readonly value: string
  /** The filter without this part. */
  readonly rest: SessionFilter
}

async function Chip({ name, value, rest }: ChipProps) {
  const t = await pageTexts()
  const query = new URLSearchParams(queryOf(rest))
  return (
    <Link
      href={query.size > 0 ? `${path}?${query}` : path}
      prefetch={false}
      className="ui-chip ui-chip-on"
      aria-label={t('access.sessions.clear_named', { name: `${name} ${value}` })}
    >
      <span className="text-muted">{name}</span> <bdi className="truncate">{value}</bdi>
      <X aria-hidden="true" />
    </Link>
  )
}

async function userName(id: number): Promise<string> {
  const { api } = await openConsole()
  const { user } = await api.getUser({ params: { id } })
  return fullName(user) || shownEmail(user.email)
}

/** The name of an application for those who may read applications; else its number. */
async function clientName(id: number): Promise<string> {
  const { api, visitor } = await openConsole()
  if (!mayRead(visitor, 'clients')) return String(id)
  const { client } = await api.getClient({ params: { id } })
  return client.displayName || client.clientIdentifier
}
