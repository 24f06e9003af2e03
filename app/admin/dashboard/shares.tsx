import Link from 'next/link'
import type { ReactNode } from 'react'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { AppTile } from '#app/_ui/text/app-tile.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageLanguage } from '#lib/http/page.ts'
import type { Figures } from './parts.ts'

/** Sign-ins by application, each linked to its sessions. */
export async function Applications({ applications }: Pick<Figures, 'applications'>) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const mayOpen = mayRead(visitor, 'clients')
  const most = Math.max(...applications.map(({ count }) => count), 1)
  return (
    <Panel id="applications" title={t('dashboard.applications.title')}>
      {applications.length === 0 && (
        <p className="text-muted text-sm">{t('dashboard.applications.none')}</p>
      )}
      <ul className="grid gap-2.5">
        {applications.map(({ clientId, clientIdentifier, displayName, count }) => (
          <Share key={clientId} count={count} most={most}>
            <AppTile name={displayName || clientIdentifier} />
            <ShareName
              name={displayName || clientIdentifier}
              href={mayOpen ? `/admin/clients/${clientId}/user-sessions` : null}
            />
          </Share>
        ))}
      </ul>
    </Panel>
  )
}

interface ShareNameProps {
  readonly name: string
  /** Null for a page that the visitor may not open. */
  readonly href: string | null
}

function ShareName({ name, href }: ShareNameProps) {
  const look = 'min-w-0 truncate font-medium max-sm:whitespace-normal'
  const shown = <bdi>{name}</bdi>
  if (href === null) {
    return (
      <span title={name} className={look}>
        {shown}
      </span>
    )
  }
  return (
    <Link href={href} prefetch={false} title={name} className={`${look} hover:underline`}>
      {shown}
    </Link>
  )
}

/** Why sign-ins were refused. */
export async function Reasons({ reasons }: Pick<Figures, 'reasons'>) {
  const t = await pageTexts()
  const most = Math.max(...reasons.map(({ count }) => count), 1)
  return (
    <Panel id="reasons" title={t('dashboard.reasons.title')}>
      {reasons.length === 0 && <p className="text-muted text-sm">{t('dashboard.reasons.none')}</p>}
      <ul className="grid gap-2.5">
        {reasons.map(({ reason, count }) => (
          <Share key={reason} count={count} most={most} isRefused>
            <span id={`reason-${reason}`}>{t(`dashboard.reasons.${reason}`)}</span>
          </Share>
        ))}
      </ul>
    </Panel>
  )
}

interface ShareProps {
  readonly count: number
  readonly most: number
  readonly isRefused?: boolean
  readonly children: ReactNode
}

/** A name, a bar and a number. */
async function Share({ count, most, isRefused = false, children }: ShareProps) {
  const number = new Intl.NumberFormat(await pageLanguage())
  return (
    <li className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto] items-center gap-3 text-sm">
      <span className="flex min-w-0 items-center gap-2 [overflow-wrap:anywhere]">{children}</span>
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        className="h-1.5 w-full"
        aria-hidden="true"
      >
        <rect width="100" height="6" rx="3" className="fill-[var(--sunken)]" />
        <rect
          width={Math.max(2, Math.round((count / most) * 100))}
          height="6"
          rx="3"
          className={isRefused ? 'fill-error' : 'fill-[var(--accent)]'}
        />
      </svg>
      <span className="min-w-8 text-end tabular-nums">{number.format(count)}</span>
    </li>
  )
}
