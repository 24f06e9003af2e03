import { CircleCheck, CircleDashed } from 'lucide-react'
import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import type { RefusalRule } from '#lib/answers/refusal-rules.ts'
import { LiveRefresh } from './live-refresh.tsx'

export type Connection = Awaited<ReturnType<Api['getClientConnection']>>['connection']

/** The steps of a first sign-in, in their order, with the ends of their keys. */
const steps = [
  ['discoveryReadAt', 'discovery'],
  ['signInOpenedAt', 'opened'],
  ['codeExchangedAt', 'exchanged'],
  ['codeExchangedAt', 'first'],
] as const

interface ConnectionCheckProps {
  readonly connection: Connection
  /** Address of the page, with its query. */
  readonly address: string
}

/** How far the application is connected; it looks again by itself until the first person has signed in. */
export async function ConnectionCheck({ connection, address }: ConnectionCheckProps) {
  const t = await pageTexts()
  const isConnected = connection.codeExchangedAt !== null
  return (
    <Panel
      title={t('clients.connect.check.title')}
      id="connection-check"
      actions={
        !isConnected && (
          <>
            <LiveRefresh label={t('clients.connect.check.listening')} />
            <Link href={address} prefetch={false} scroll={false} className="ui-link text-xs">
              {t('clients.connect.check.again')}
            </Link>
          </>
        )
      }
    >
      <div className="grid gap-3" aria-live="polite">
        {isConnected && <Connected connection={connection} />}
        {connection.refusal && <Refused refusal={connection.refusal} />}
        <ul className="grid gap-2 text-sm">
          {steps.map(([moment, key]) => (
            <Step
              key={key}
              id={key}
              isDone={connection[moment] !== null}
              label={t(`clients.connect.check.${key}`)}
            />
          ))}
        </ul>
      </div>
    </Panel>
  )
}

interface StepProps {
  readonly id: string
  readonly isDone: boolean
  readonly label: string
}

async function Step({ id, isDone, label }: StepProps) {
  const t = await pageTexts()
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li id={`check-${id}`} className={`flex items-center gap-2 ${isDone ? '' : 'text-subtle'}`}>
      <Icon
        role="img"
        aria-label={t(isDone ? 'clients.connect.step_done' : 'clients.connect.step_open')}
        className={`shrink-0 ${isDone ? 'text-[var(--success-text)]' : ''}`}
      />
      {label}
    </li>
  )
}

async function Connected({ connection: { user, codeExchangedAt } }: { connection: Connection }) {
  const t = await pageTexts()
  return (
    <Notice kind="success" id="connected">
      <p className="font-medium">{t('clients.connect.check.connected')}</p>
      <p>
        {user ? (
          <Link href={`/admin/users/${user.id}/details`} prefetch={false} className="text-link">
            <bdi>{user.name}</bdi>
          </Link>
        ) : (
          t('clients.connect.check.someone')
        )}
        {' · '}
        <Timestamp value={codeExchangedAt} />
      </p>
    </Notice>
  )
}

async function Refused({ refusal }: { refusal: NonNullable<Connection['refusal']> }) {
  const t = await pageTexts()
  return (
    <Notice kind="danger" id="refused">
      <p className="font-medium">{t('clients.connect.check.refused')}</p>
      <p>
        {t(`refusals.rule.${refusal.rule as RefusalRule}.title`)}
        {' · '}
        <Timestamp value={refusal.at} />
      </p>
      <Link
        href={`/admin/refusals?requestId=${encodeURIComponent(refusal.requestId)}`}
        prefetch={false}
        className="btn btn-sm mt-2"
      >
        {t('clients.connect.check.why')}
      </Link>
    </Notice>
  )
}
