import { CircleCheck, CircleDashed } from 'lucide-react'
import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { RowAction } from '#app/_ui/list/row-action.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { MarkedText } from '#app/_ui/text/marked-text.tsx'
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
  readonly clientId: number
  /** Path of the route file that registers a refused address; null for a visitor who may not. */
  readonly addAction: string | null
  /** The first person signed in long ago: the steps no longer matter. */
  readonly isSettled: boolean
}

/** How far the application is connected; it looks again by itself until the first person has signed in. */
export async function ConnectionCheck(props: ConnectionCheckProps) {
  const { connection, address, clientId, addAction, isSettled } = props
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
        {isConnected && <Connected connection={connection} clientId={clientId} />}
        {connection.refusal && <Refused refusal={connection.refusal} addAction={addAction} />}
        {!isSettled && (
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
        )}
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

interface ConnectedProps {
  readonly connection: Connection
  readonly clientId: number
}

async function Connected({ connection: { user, codeExchangedAt }, clientId }: ConnectedProps) {
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
      {user && (
        <Link
          id="see-claims"
          href={`/admin/users/${user.id}/permissions?client=${clientId}`}
          prefetch={false}
          className="ui-inline-link"
        >
          {t('clients.connect.check.claims')}
        </Link>
      )}
    </Notice>
  )
}

interface RefusedProps extends Pick<ConnectionCheckProps, 'addAction'> {
  readonly refusal: NonNullable<Connection['refusal']>
}

async function Refused({ refusal, addAction }: RefusedProps) {
  const t = await pageTexts()
  const { received, registered, mayAdd } = refusal
  return (
    <Notice kind="danger" id="refused">
      <p className="font-medium">{t('clients.connect.check.refused')}</p>
      <p>
        {t(`refusals.rule.${refusal.rule as RefusalRule}.title`)}
        {' · '}
        <Timestamp value={refusal.at} />
      </p>
      {received !== null && (
        <dl className="mt-2 grid gap-2">
          <Address name={t('activity.refused.received')} text={received} other={registered ?? ''} />
          {registered !== null && (
            <Address name={t('activity.refused.registered')} text={registered} other={received} />
          )}
        </dl>
      )}
      {received !== null && !mayAdd && (
        <p className="mt-2">{t('activity.refused.unknown_address')}</p>
      )}
      <div className="mt-2 flex flex-wrap items-start gap-2">
        {mayAdd && addAction && (
          <ClientTexts areas={['clients']}>
            <RowAction
              id="add-received"
              action={addAction}
              fields={{ requestId: refusal.requestId }}
              label={t('clients.connect.add_address')}
              name={t('clients.connect.add_address')}
            />
          </ClientTexts>
        )}
        <Link
          href={`/admin/refusals?requestId=${encodeURIComponent(refusal.requestId)}`}
          prefetch={false}
          className="btn btn-sm"
        >
          {t('clients.connect.check.why')}
        </Link>
      </div>
    </Notice>
  )
}

interface AddressProps {
  readonly name: string
  readonly text: string
  readonly other: string
}

function Address({ name, text, other }: AddressProps) {
  return (
    <div>
      <dt className="text-muted text-xs">{name}</dt>
      <dd dir="ltr" className="mono text-start [overflow-wrap:anywhere]">
        <MarkedText text={text} other={other} />
      </dd>
    </div>
  )
}
