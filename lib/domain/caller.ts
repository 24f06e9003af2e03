import { refuse } from '#lib/kernel/errors.ts'
import type { ClientRecord, SessionRecord, UserRecord } from '#lib/persistence/store.ts'

/**
 * Who acts: a user or a client with an access token (never told apart by an identifier), or whoever
 * runs the command line beside the database.
 */
export type Caller = UserCaller | ClientCaller | OperatorCaller

/** A user, through a client. */
export interface UserCaller {
  readonly kind: 'user'
  readonly user: UserRecord
  readonly client: ClientRecord
  /** Null for tokens without a session (offline access, password grant). */
  readonly session: SessionRecord | null
  /** Of the token; at the APIs without those of this server whose permission the user no longer holds. */
  readonly scopes: readonly string[]
  /** `grant_id` of the token: the same in all tokens that come from one sign-in. */
  readonly grantIdentifier: string
  /** False for what was granted without an authorization code: by a password, or in the implicit flow. */
  readonly byCode: boolean
}

/** A client on its own behalf (client credentials). */
export interface ClientCaller {
  readonly kind: 'client'
  readonly client: ClientRecord
  readonly scopes: readonly string[]
}

/** Whoever runs the command line: who can read the database and its key may do everything. */
export interface OperatorCaller {
  readonly kind: 'operator'
  /** As audit entries name the operator; the blank keeps it apart from every client's identifier. */
  readonly name: 'command line'
  readonly scopes: readonly string[]
}

export const operator: OperatorCaller = {
  kind: 'operator',
  name: 'command line',
  scopes: ['authserver:manage'],
}

/** `loggedInUser` of audit entries: the user's subject, the client's identifier, or the operator. */
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
