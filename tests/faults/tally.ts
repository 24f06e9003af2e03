import type { TestClient } from '#tests/support/people.ts'

/** A chain of refresh tokens, as its holder knows it. */
export interface Chain {
  readonly client: TestClient
  token: string
  /** The token before it, which is used up. */
  spent: string | null
  /** When the newest was received, in milliseconds. */
  since: number
}

/** A credential that was presented several times concurrently. */
export interface Contest {
  readonly what: 'code' | 'refresh token'
  readonly won: number
  /** One of the answers was lost, possibly the successful one. */
  readonly cut: boolean
}

export interface Tally {
  readonly counts: Record<Kind, number>
  /** Chains that continue. */
  readonly chains: Chain[]
  /** Chains whose last refresh was cut off: the token may be used up or not. */
  readonly doubtful: Chain[]
  readonly contests: Contest[]
  readonly failures: string[]
  cut: number
}

export type Kind = 'signIn' | 'code' | 'refresh' | 'userinfo' | 'clientToken' | 'admin' | 'verified'

export function newTally(): Tally {
  const counts = {
    signIn: 0,
    code: 0,
    refresh: 0,
    userinfo: 0,
    clientToken: 0,
    admin: 0,
    verified: 0,
  }
  return { counts, chains: [], doubtful: [], contests: [], failures: [], cut: 0 }
}
