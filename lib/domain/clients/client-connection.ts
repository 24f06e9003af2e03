import type { RefusalRule } from '#lib/answers/refusal-rules.ts'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import type { Context } from '#lib/context.ts'
import type { RefusalRecord } from '#lib/persistence/audit/refusal-records.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import { factsOf } from '../audit/refusal-facts.ts'
import { readRefusals, ruleOf } from '../audit/refusals.ts'
import { doCopiesShareSignIn } from './shared-sign-ins.ts'

/** The progress of connecting an application: each moment is null until it came. */
export interface ClientConnection {
  readonly discoveryReadAt: Date | null
  readonly signInOpenedAt: Date | null
  readonly codeExchangedAt: Date | null
  /** The last user who signed in there. */
  readonly user: NonNullable<LastSignIn['code']>['user'] | null
  /** The last recorded one. */
  readonly refusal: {
    readonly at: Date
    readonly rule: RefusalRule
    readonly requestId: string
    /** For a refused redirect URI: the sent address beside the nearest registered one; null for other rules. */
    readonly received: string | null
    readonly registered: string | null
    /** The sent address may be offered for registration. */
    readonly mayAdd: boolean
  } | null
  readonly redirectUriUses: ReadonlyMap<string, Date>
  /** Probably several copies of the application share one refresh token. */
  readonly copiesShareSignIn: boolean
}

type LastSignIn = Awaited<ReturnType<Context['store']['clientConnections']['lastSignIn']>>

/**
 * Reads the progress of connecting an application.
 * @param since refusals before this moment do not count
 */
export async function readConnection(
  ctx: Context,
  client: ClientWithLists,
  since: Date,
): Promise<ClientConnection> {
  const [{ openedAt, code }, refusals, redirectUriUses, copiesShareSignIn] = await Promise.all([
    ctx.store.clientConnections.lastSignIn(client.id),
    readRefusals(ctx, { clientId: client.id, from: since }, undefined, 1),
    ctx.store.clientConnections.redirectUriUses(client.id),
    doCopiesShareSignIn(ctx, client.id),
  ])
  // A later step proves the steps before it, also those that are not recorded for long.
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
    copiesShareSignIn,
  }
}

function shownRefusal(record: RefusalRecord): NonNullable<ClientConnection['refusal']> {
  const facts = factsOf(record)
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

/** In memory only, because a request without a sign-in must not cause a write. */
const discoveryReading = () => singleton('discovery-reading', () => ({ at: null as Date | null }))

/** The `User-Agent` of the console, which reads the document to show it. */
export const consoleAgent = 'authserver-console'

/** Records that a program has read the discovery document. */
export function noteDiscoveryReading({ now, userAgent }: Context): void {
  if (userAgent !== consoleAgent) discoveryReading().at = now
}
