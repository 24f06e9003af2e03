import type { Browser } from '#tests/support/browser.ts'
import type { TestClient, TestUser } from '#tests/support/people.ts'

/** Lifetimes in seconds. Moments are seconds too, from when a world began. */
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

/** A browser, with the session that its cookie names. */
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

/** What a person granted a client by one code. */
export interface Grant {
  readonly person: Person
  readonly client: TestClient
  readonly session: Session
  readonly isOffline: boolean
  readonly verifier: string
  isRevoked: boolean
  idToken: string
  /** The end of an offline grant: no refresh moves it. */
  end: number
}

/** A code, a refresh token or an access token. */
export interface Issued {
  readonly text: string
  readonly grant: Grant
  readonly expires: number
  state: 'live' | 'spent' | 'revoked'
}

/** What the specification says about the life of sessions and tokens, and nothing of how the server keeps them. */
export class Model {
  now = 0
  readonly sessions: Session[] = []
  readonly codes: Issued[] = []
  readonly refreshTokens: Issued[] = []
  readonly accessTokens: Issued[] = []

  isInTime({ started, used }: Session): boolean {
    return this.now <= used + lifetimes.sessionIdle && this.now <= started + lifetimes.session
  }

  /** What is live is revoked; what was spent stays so, and is a replay when it is presented again. */
  revoke(grant: Grant): void {
    grant.isRevoked = true
    for (const one of [...this.codes, ...this.refreshTokens])
      if (one.grant === grant && one.state === 'live') one.state = 'revoked'
  }

  /** Ends sessions on purpose: what was granted in them goes too, offline tokens included. */
  terminate(isMeant: (session: Session) => boolean): void {
    for (const session of this.sessions) session.isOver ||= isMeant(session)
    for (const { grant } of this.codes) if (isMeant(grant.session)) this.revoke(grant)
  }

  /** Takes a client off its session, which ends with its last one. Nothing is revoked. */
  leave(session: Session, client: TestClient): void {
    if (session.clients.delete(client) && session.clients.size === 0) session.isOver = true
  }

  /** How UserInfo answers. */
  userinfo({ grant, expires }: Issued): string {
    const { session, isOffline, isRevoked } = grant
    if (this.now >= expires) return 'The access token is invalid.'
    if (isRevoked || (!isOffline && session.isOver)) return 'Session has been terminated'
    return isOffline || this.isInTime(session) ? 'ok' : 'Session has expired'
  }

  /** How the token endpoint answers a code that comes with the right verifier. */
  redeem(code: Issued): string {
    const { grant, state, expires } = code
    if (state === 'spent') this.revoke(grant)
    if (state !== 'live' || this.now > expires || !this.stands(grant)) return 'invalid_grant'
    code.state = 'spent'
    grant.end = this.now + lifetimes.offline
    return 'ok'
  }

  /** How the token endpoint answers a refresh token. */
  refresh(token: Issued): string {
    const { grant, state, expires } = token
    if (state === 'spent') this.revoke(grant)
    if (state !== 'live' || this.now >= expires || !this.stands(grant)) return 'invalid_grant'
    token.state = 'spent'
    if (!grant.isOffline) grant.session.used = this.now
    return 'ok'
  }

  /** When a refresh token that is issued now expires if nobody uses it. */
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
