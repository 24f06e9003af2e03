import { refuse } from '#lib/kernel/errors.ts'
import type { ClientRecord, SessionRecord, UserRecord } from '#lib/persistence/store.ts'

/** Who acts with an access token. Users and clients are never told apart by an identifier. */
export type Caller = UserCaller | ClientCaller

/** A user, through a client. */
export interface UserCaller {
  readonly kind: 'user'
  readonly user: UserRecord
  readonly client: ClientRecord
  /** Null for tokens without a session (offline access, password grant). */
  readonly session: SessionRecord | null
  readonly scopes: readonly string[]
}

/** A client on its own behalf (client credentials). */
export interface ClientCaller {
  readonly kind: 'client'
  readonly client: ClientRecord
  readonly scopes: readonly string[]
}

/** `loggedInUser` of audit entries: the user's subject, or the client's identifier. */
export function actorOf(caller: Caller): string {
  return caller.kind === 'user' ? caller.user.subject : caller.client.clientIdentifier
}

/** True when the caller's token carries one of the scopes. */
export function hasScope(caller: Caller, ...scopes: readonly string[]): boolean {
  return scopes.some((scope) => caller.scopes.includes(scope))
}

/**
 * The caller as a user: the gate lets nobody else through to the Account API.
 * @throws Refusal USER_CONTEXT_REQUIRED
 */
export function requireUser(caller: Caller): UserCaller {
  if (caller.kind !== 'user') throw refuse('USER_CONTEXT_REQUIRED')
  return caller
}
