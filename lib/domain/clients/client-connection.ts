import type { RefusalRule } from '#lib/answers/refusal-rules.ts'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import type { Context } from '#lib/context.ts'
import type { RefusalRecord } from '#lib/persistence/audit/refusal-records.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import { readRefusals, ruleOf } from '../audit/refusals.ts'

/** How far an application is connected: each moment is null until it came. */
export interface ClientConnection {
  readonly discoveryReadAt: Date | null
  readonly signInOpenedAt: Date | null
  readonly codeExchangedAt: Date | null
  /** Who signed in last there. */
  readonly user: NonNullable<LastSignIn['code']>['user'] | null
  /** The last recorded one. */
  readonly refusal: {
    readonly at: Date
    readonly rule: RefusalRule
    readonly requestId: string
    /** Of a refused redirect URI: what was sent beside what is registered; null for other rules. */
    readonly received: string | null
    readonly registered: string | null
    /** The sent address may be offered for registration. */
    readonly mayAdd: boolean
  } | null
  readonly redirectUriUses: ReadonlyMap<string, Date>
}

type LastSignIn = Awaited<ReturnType<Context['store']['clientConnections']['lastSignIn']>>

/**
 * Reads how far an application is connected.
 * @param since refusals before this moment do not count
 */
export async function readConnection(
  ctx: Context,
  client: ClientWithLists,
  since: Date,
): Promise<ClientConnection> {
  const [{ openedAt, code }, refusals, redirectUriUses] = await Promise.all([
    ctx.store.clientConnections.lastSignIn(client.id),
    readRefusals(ctx, { clientId: client.id, from: since }, undefined, 1),
    ctx.store.clientConnections.redirectUriUses(client.id),
  ])
  // What came later shows that the steps before it were taken, also those that nothing records for long.
  const exchangedAt = code?.exchangedAt ?? null
  const signInOpenedAt = openedAt ?? code?.issuedAt ?? null
  const refused = refusals.records.find(({ lastAt }) => !exchangedAt || lastAt > exchangedAt)
  return {
    discoveryReadAt: discoveryReading().at ?? signInOpenedAt,
    signInOpenedAt,
    codeExchangedAt: exchangedAt,
    user: exchangedAt && code ? code.user : null,
    refusal: refused ? shownRefusal(refused) : null,
    redirectUriUses,
  }
}

function shownRefusal(record: RefusalRecord): NonNullable<ClientConnection['refusal']> {
  const facts = JSON.parse(record.facts) as Readonly<Record<string, unknown>>
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    at: record.lastAt,
    rule: ruleOf(record),
    requestId: record.requestId,
    received: text(facts.received),
    registered: text(facts.registered),
    mayAdd: facts.mayAdd === true,
  }
}

/** In memory only: a request without a sign-in must not cause a write. */
const discoveryReading = () => singleton('discovery-reading', () => ({ at: null as Date | null }))

/** The `User-Agent` of the console, which reads the document to show it. */
export const consoleAgent = 'authserver-console'

/** Notes that a program has read the discovery document. */
export function noteDiscoveryReading({ now, userAgent }: Context): void {
  if (userAgent !== consoleAgent) discoveryReading().at = now
}
