import { CircleHelp, Laptop, type LucideIcon, Smartphone, Tablet } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { deviceLabel } from '#app/_ui/text/device-label.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { OwnMoment } from '../own-moment.tsx'
import { methodText } from './method-text.ts'

export type OwnSession = Awaited<ReturnType<Api['listOwnSessions']>>['sessions'][number]

const icons: Readonly<Record<string, LucideIcon>> = {
  Mobile: Smartphone,
  Tablet,
  Desktop: Laptop,
}

interface DeviceRowProps {
  readonly session: OwnSession
  /** Without address, sign-in and apps. */
  readonly isShort?: boolean
  readonly action?: ReactNode
}

/** A device on which the visitor is signed in. */
export async function DeviceRow({ session, isShort = false, action }: DeviceRowProps) {
  const t = await pageTexts()
  const Icon = icons[session.deviceType] ?? CircleHelp
  return (
    <li data-current={session.isCurrent} className={`flex-wrap ${isShort ? '' : 'items-start!'}`}>
      <span className="ui-feed-icon size-8! rounded-lg!">
        <Icon className="size-4!" aria-hidden="true" />
      </span>
      <div className="ui-row-text basis-28">
        <p className="ui-row-title flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
          {deviceLabel(session, t)}
          {session.isCurrent && <Badge tone="success">{t('account.sessions.current')}</Badge>}
        </p>
        <p className="ui-hint [overflow-wrap:anywhere]">
          <LastActive session={session} />
          {!isShort && <Details session={session} />}
        </p>
        {!isShort && <Apps session={session} />}
      </div>
      {action}
    </li>
  )
}

async function LastActive({ session }: { readonly session: OwnSession }) {
  const t = await pageTexts()
  const { isCurrent, lastAccessed } = session
  if (isCurrent || !lastAccessed) return t('own.devices.active_now')
  return t.rich('own.devices.active', { time: () => <OwnMoment value={lastAccessed} /> })
}

async function Details({ session }: { readonly session: OwnSession }) {
  const t = await pageTexts()
  const { started, ipAddress, authMethods } = session
  const address = ipAddress.split(',').at(-1)
  return (
    <>
      {address && (
        <>
          {' · '}
          <bdi dir="ltr">{address}</bdi>
        </>
      )}
      {started && (
        <>
          {' · '}
          {t.rich('own.devices.signed_in', { time: () => <OwnMoment value={started} /> })}{' '}
          {t(methodText(authMethods))}
        </>
      )}
    </>
  )
}

async function Apps({ session: { applications } }: { readonly session: OwnSession }) {
  const t = await pageTexts()
  if (applications.length === 0) return null
  return (
    <ul aria-label={t('own.devices.apps')} className="mt-2 flex flex-wrap gap-1.5">
      {applications.map(({ clientIdentifier, name, unverified }) => (
        <li key={clientIdentifier} className="min-w-0">
          <Badge wraps>
            <bdi className="[overflow-wrap:anywhere]">
              {unverified ? t('own.apps.quoted', { name }) : name}
            </bdi>
          </Badge>
        </li>
      ))}
    </ul>
  )
}
