import type { TestClient } from '#tests/support/people.ts'

/** A refresh token's succession, as its holder knows it. */
export interface Chain {
  readonly client: TestClient
  /** The newest refresh token that was answered. */
  token: string
  /** The one before it, which was used up for it. */
  spent: string | null
  /** When the newest was answered, in milliseconds. */
  since: number
}

/** Something presented several times at once. */
export interface Contest {
  readonly what: 'code' | 'refresh token'
  readonly won: number
  /** One of the answers was lost, and with it perhaps the winner's. */
  readonly cut: boolean
}

/** What a load came to. */
export interface Tally {
  readonly counts: Record<Kind, number>
  /** Successions that go on. */
  readonly chains: Chain[]
  /** Successions whose last refresh was cut off: used up or not. */
  readonly doubtful: Chain[]
  readonly contests: Contest[]
  /** What was not answered as it must be, in words. */
  readonly failures: string[]
  /** Requests that were cut off. */
  cut: number
}

/** What visitors do. */
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
