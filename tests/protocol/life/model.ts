import type { Browser } from '#tests/support/browser.ts'
import type { TestClient, TestUser } from '#tests/support/people.ts'

/** Lifetimes in seconds. Moments are seconds since the start of a world. */
export const lifetimes = {
  code: 60,
  access: 300,
  sessionIdle: 1_000,
  session: 1_800,
  offlineIdle: 2_000,
  offline: 3_000,
} as const

export interface Person {
  readonly user: TestUser
  enabled: boolean
}

export interface Place {
  readonly browser: Browser
  session: Session | null
}

export interface Session {
  readonly identifier: string
  readonly person: Person
  readonly place: Place
  readonly clients: Set<TestClient>
  readonly started: number
  used: number
  isOver: boolean
}

/** A grant from one code. */
export interface Grant {
  readonly person: Person
  readonly client: TestClient
  readonly session: Session
  readonly isOffline: boolean
  readonly verifier: string
  isRevoked: boolean
  idToken: string
  /** The end of an offline grant; refreshing does not move it. */
  end: number
}

/** A code, a refresh token or an access token. */
export interface Issued {
  readonly text: string
  readonly grant: Grant
  readonly expires: number
  state: 'live' | 'spent' | 'revoked'
}

/**
 * The specification's rules for the lifetimes of sessions and tokens, independent of the server's
 * implementation.
 */
export class Model {
  now = 0
  readonly sessions: Session[] = []
  readonly codes: Issued[] = []
  readonly refreshTokens: Issued[] = []
  readonly accessTokens: Issued[] = []

  isInTime({ started, used }: Session): boolean {
    return this.now <= used + lifetimes.sessionIdle && this.now <= started + lifetimes.session
  }

  /** Revokes active codes and tokens. Spent ones stay spent, so presenting one again is a replay. */
  revoke(grant: Grant): void {
    grant.isRevoked = true
    for (const one of [...this.codes, ...this.refreshTokens])
      if (one.grant === grant && one.state === 'live') one.state = 'revoked'
  }

  /** Terminates sessions and revokes all their grants, including offline tokens. */
  terminate(isMeant: (session: Session) => boolean): void {
    for (const session of this.sessions) session.isOver ||= isMeant(session)
    for (const { grant } of this.codes) if (isMeant(grant.session)) this.revoke(grant)
  }

  /** Removes a client from its session, which ends with its last client. Revokes nothing. */
  leave(session: Session, client: TestClient): void {
    if (session.clients.delete(client) && session.clients.size === 0) session.isOver = true
  }

  userinfo({ grant, expires }: Issued): string {
    const { session, isOffline, isRevoked } = grant
    if (this.now >= expires) return 'The access token is invalid.'
    if (isRevoked || (!isOffline && session.isOver)) return 'Session has been terminated'
    return isOffline || this.isInTime(session) ? 'ok' : 'Session has expired'
  }

  /** The expected answer of the token endpoint to a code with the right verifier. */
  redeem(code: Issued): string {
    const { grant, state, expires } = code
    if (state === 'spent') this.revoke(grant)
    if (state !== 'live' || this.now > expires || !this.stands(grant)) return 'invalid_grant'
    code.state = 'spent'
    grant.end = this.now + lifetimes.offline
    return 'ok'
  }

  /** The expected answer of the token endpoint to a refresh token. */
  refresh(token: Issued): string {
    const { grant, state, expires } = token
    if (state === 'spent') this.revoke(grant)
    if (state !== 'live' || this.now >= expires || !this.stands(grant)) return 'invalid_grant'
    token.state = 'spent'
    if (!grant.isOffline) grant.session.used = this.now
    return 'ok'
  }

  /** When a refresh token issued now expires if it stays unused. */
  refreshExpiry({ isOffline, session, end }: Grant): number {
    return isOffline
      ? Math.min(this.now + lifetimes.offlineIdle, end)
      : Math.min(this.now + lifetimes.sessionIdle, session.started + lifetimes.session)
  }

  isLive(session: Session): boolean {
    return !session.isOver && this.isInTime(session)
  }

  private stands({ session, isOffline }: Grant): boolean {
    return isOffline || this.isLive(session)
  }
}
