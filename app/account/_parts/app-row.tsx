import type { ReactNode } from 'react'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { AppTile } from '#app/_ui/text/app-tile.tsx'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { OwnMoment } from '../own-moment.tsx'

export type OwnConsent = Awaited<ReturnType<Api['listOwnConsents']>>['consents'][number]

interface AppRowProps {
  readonly consent: OwnConsent
  /** Only when it was last used. */
  readonly isShort?: boolean
  readonly action?: ReactNode
  /** What the app can do. */
  readonly children?: ReactNode
}

/** An app that can access the visitor's account. */
export function AppRow({ consent, isShort = false, action, children }: AppRowProps) {
  const { name, logoUrl } = consent.application
  return (
    <li className="block!" data-client={consent.clientIdentifier}>
      <div className="flex flex-wrap items-center gap-3.5">
        <Tile name={name} logoUrl={logoUrl} />
        <div className="ui-row-text basis-28">
          <p className="ui-row-title flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
            <AppName consent={consent} />
          </p>
          <p className="ui-hint">
            {isShort ? <Used consent={consent} /> : <SinceAndUsed consent={consent} />}
          </p>
        </div>
        {action}
      </div>
      {children}
    </li>
  )
}

function Tile({ name, logoUrl }: { readonly name: string; readonly logoUrl: string | undefined }) {
  if (!logoUrl) return <AppTile name={name} size="md" />
  return (
    <span className="ui-tile ui-tile-md bg-white!" aria-hidden="true">
      <img src={logoUrl} alt="" className="size-full object-contain" />
    </span>
  )
}

async function AppName({ consent }: { readonly consent: OwnConsent }) {
  const t = await pageTexts()
  const { name, unverified } = consent.application
  if (!unverified) return <bdi>{name}</bdi>
  return (
    <>
      <bdi>{t('own.apps.quoted', { name })}</bdi>
      <Badge tone="warning">{t('own.apps.unverified')}</Badge>
    </>
  )
}

async function Used({ consent: { lastUsedAt, grantedAt } }: { readonly consent: OwnConsent }) {
  const t = await pageTexts()
  if (lastUsedAt) {
    return t.rich('own.apps.used', { time: () => <OwnMoment value={lastUsedAt} /> })
  }
  return (
    grantedAt &&
    t.rich('own.apps.since', { time: () => <OwnMoment value={grantedAt} style="day" /> })
  )
}

async function SinceAndUsed({ consent }: { readonly consent: OwnConsent }) {
  const t = await pageTexts()
  const { grantedAt, lastUsedAt } = consent
  return (
    <>
      {grantedAt &&
        t.rich('own.apps.since', { time: () => <OwnMoment value={grantedAt} style="day" /> })}
      {lastUsedAt && (
        <>
          {' · '}
          <Used consent={consent} />
        </>
      )}
    </>
  )
}
