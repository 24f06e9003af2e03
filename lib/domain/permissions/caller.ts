import { refuse } from '#lib/answers/refusal.ts'
import type { ClientRecord, SessionRecord, UserRecord } from '#lib/persistence/store.ts'

/**
 * The acting party: a user or a client with an access token, or the operator at the command line. An identifier never
 * decides which of them it is.
 */
export type Caller = UserCaller | ClientCaller | OperatorCaller

/** A user, acting through a client. */
export interface UserCaller {
  readonly kind: 'user'
  readonly user: UserRecord
  readonly client: ClientRecord
  /** Null for tokens without a session (offline access, password grant). */
  readonly session: SessionRecord | null
  /**
   * The scopes of the token. At the APIs, scopes of this server are left out when the user no longer holds their
   * permission.
   */
  readonly scopes: readonly string[]
  /** `grant_id` of the token: the same in all tokens from one sign-in. */
  readonly grantIdentifier: string
  /** False for a grant without an authorization code: the password grant or the implicit flow. */
  readonly byCode: boolean
}

/** A client on its own behalf (client credentials). */
export interface ClientCaller {
  readonly kind: 'client'
  readonly client: ClientRecord
  readonly scopes: readonly string[]
}

/** The operator at the command line. Access to the database and its key already allows everything. */
export interface OperatorCaller {
  readonly kind: 'operator'
  /** The name in audit entries; its space keeps it apart from every client identifier. */
  readonly name: 'command line'
  readonly scopes: readonly string[]
}

export const operator: OperatorCaller = {
  kind: 'operator',
  name: 'command line',
  scopes: ['authserver:manage'],
}

/** `loggedInUser` of audit entries: the user's subject, the client's identifier, or the operator's name. */
export function actorOf(caller: Caller): string {
  switch (caller.kind) {
    case 'user':
      return caller.user.subject
    case 'client':
      return caller.client.clientIdentifier
    case 'operator':
      return caller.name
    default:
      return caller satisfies never
  }
}

/** True when the token has at least one of the scopes. */
export function hasScope(caller: Caller, ...scopes: readonly string[]): boolean {
  return scopes.some((scope) => caller.scopes.includes(scope))
}

/**
 * Narrows the caller to a user. The gate of the Account API admits only users.
 * @throws Refusal USER_CONTEXT_REQUIRED
 */
export function requireUser(caller: Caller): UserCaller {
  if (caller.kind !== 'user') throw refuse('USER_CONTEXT_REQUIRED')
  return caller
}
