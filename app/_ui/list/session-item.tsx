import { CircleHelp, type LucideIcon, Monitor, Smartphone, Tablet } from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { Badge } from '#app/_ui/text/badge.tsx'
import { Breakable } from '#app/_ui/text/breakable.tsx'
import type { ClientNames } from '#app/_ui/text/client-names.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import type { sessionDetails } from '#lib/api/contract/models/sessions.ts'

/** A session in an API list. */
export type Session = z.output<typeof sessionDetails>

interface SessionItemProps {
  readonly session: Session
  /** The session's name in its list. */
  readonly heading: ReactNode
  readonly level: 'h2' | 'h3'
  /** Below the heading. */
  readonly remark?: ReactNode
  /** Marks the session that the visitor is using. */
  readonly current: string
  /** Display names of clients by identifier. */
  readonly names?: ClientNames
  /** The button that ends the session; empty for read-only visitors. */
  readonly action: ReactNode
}

const icons: Readonly<Record<string, LucideIcon>> = {
  Mobile: Smartphone,
  Tablet,
  Desktop: Monitor,
}

/** A session in a list: its device, its address, its times, and the button that ends it. */
export async function SessionItem(props: SessionItemProps) {
  const { session, heading, level: Heading, remark, current, action } = props
  const Icon = icons[session.deviceType] ?? CircleHelp
  return (
    <li className="flex items-start gap-3.5 py-4" data-current={session.isCurrent}>
      <span className="ui-feed-icon size-8! rounded-lg!">
        <Icon className="size-4!" aria-hidden="true" />
      </span>
      <div className="flex min-w-0 grow flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-60">
          <Heading className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium [overflow-wrap:anywhere]">
            {heading}
            {session.isCurrent && <Badge tone="success">{current}</Badge>}
          </Heading>
          {remark && <p className="text-muted text-sm [overflow-wrap:anywhere]">{remark}</p>}
          <Facts session={session} names={props.names} />
        </div>
        {action}
      </div>
    </li>
  )
}

interface FactsProps {
  readonly session: Session
  readonly names: ClientNames | undefined
}

async function Facts({ session, names }: FactsProps) {
  const t = await pageTexts()
  const clients = session.clientIdentifiers.map((identifier) => {
    const name = names?.get(identifier)
    return name ? `${name} (${identifier})` : identifier
  })
  return (
    <dl className="mt-2 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
      <Fact name={t('console.session.last_seen')}>
        <Timestamp value={session.lastAccessed} />
      </Fact>
      <Fact name={t('console.session.started')}>
        <Timestamp value={session.started} />
      </Fact>
      <Fact name={t('console.session.address')}>
        <bdi dir="ltr" className="font-mono text-[0.9em]">
          <Breakable text={session.ipAddress.split(',').join(', ') || '–'} after=":" />
        </bdi>
      </Fact>
      <Fact name={t('console.session.applications')}>
        <bdi>{clients.join(', ') || '–'}</bdi>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
