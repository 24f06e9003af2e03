import { CircleHelp, type LucideIcon, Monitor, Smartphone, Tablet } from 'lucide-react'
import type { z } from 'zod'
import type { sessionDetails } from '#lib/api/contract/models/sessions.ts'
import { Notice } from '../../_components/notice.tsx'
import { pageTexts } from '../../_components/texts.ts'
import { Badge } from '../../_console/card.tsx'
import { Confirm } from '../../_console/confirm.tsx'
import { Moment } from '../../_console/moment.tsx'
import { endSession } from './actions.ts'

type Session = z.output<typeof sessionDetails>

const icons: Readonly<Record<string, LucideIcon>> = {
  Mobile: Smartphone,
  Tablet,
  Desktop: Monitor,
}

/** One session: the device, where and when it was used, and what ends it. */
export async function SessionRow({ session }: { readonly session: Session }) {
  const t = await pageTexts()
  const { deviceName, deviceType, deviceOS, isCurrent, started, lastAccessed } = session
  const Icon = icons[deviceType] ?? CircleHelp
  const name = isolated(deviceName) || t('account.sessions.unknown_device')
  const system = isolated(deviceOS)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-5" data-current={isCurrent}>
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-base-content/7">
        <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className="min-w-0 grow basis-60">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium [overflow-wrap:anywhere]">
          {system ? t('account.sessions.device', { name, system }) : name}
          {isCurrent && <Badge tone="success">{t('account.sessions.current')}</Badge>}
        </h2>
        <dl className="mt-2 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
          <Fact name={t('account.sessions.last_seen')}>
            <Moment value={lastAccessed} />
          </Fact>
          <Fact name={t('account.sessions.started')}>
            <Moment value={started} />
          </Fact>
          <Fact name={t('account.sessions.address')}>
            <bdi className="font-mono text-[0.9em]">
              {session.ipAddress.split(',').join(', ') || '–'}
            </bdi>
          </Fact>
          <Fact name={t('account.sessions.applications')}>
            <bdi>{session.clientIdentifiers.join(', ') || '–'}</bdi>
          </Fact>
        </dl>
      </div>
      <EndSession session={session} name={name} />
    </li>
  )
}

/** A name that keeps its own direction within a sentence. */
function isolated(name: string): string {
  return name && `\u2068${name}\u2069`
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

async function EndSession({ session, name }: { readonly session: Session; readonly name: string }) {
  const t = await pageTexts()
  const { id, isCurrent } = session
  return (
    <Confirm
      id={`end-${id}`}
      action={endSession}
      fields={{ id, current: isCurrent ? 'yes' : 'no' }}
      trigger={t('account.sessions.end')}
      triggerLabel={`${t('account.sessions.end')}: ${name}`}
      title={t('account.sessions.end_title', { device: name })}
      body={
        <>
          <p>{t('account.sessions.end_body')}</p>
          {isCurrent && (
            <Notice kind="warning" className="mt-4 text-base-content">
              {t('account.sessions.end_current')}
            </Notice>
          )}
        </>
      }
      confirm={t('account.sessions.end')}
    />
  )
}
