import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { hashPassword } from '#lib/domain/passwords/password.ts'
import type { Store } from '#lib/persistence/store.ts'
import { aUser } from '#tests/support/people.ts'

export type Kind =
  | 'unknown'
  | 'known'
  | 'disabled'
  | 'unverified'
  | 'without a password'
  | 'two-factor'
  /** Has no account yet, but a registration link was sent. */
  | 'asked before'

/** Addresses of a kind, one per request, all of the same length. */
export type People = (kind: Kind) => readonly string[]

const letters: Readonly<Record<Kind, string>> = {
  unknown: 'a',
  known: 'b',
  disabled: 'c',
  unverified: 'd',
  'without a password': 'e',
  'two-factor': 'f',
  'asked before': 'g',
}

/** Addresses that no other scenario uses. */
export function people(scenario: number, count: number): People {
  return (kind) =>
    Array.from(
      { length: count },
      (_, i) => `${letters[kind]}${scenario}${String(i).padStart(6, '0')}@bench.example`,
    )
}

/** Creates the records that put the addresses into their state. */
export async function fillWithPeople(
  store: Store,
  kind: Kind,
  emails: readonly string[],
): Promise<void> {
  if (kind === 'unknown') return
  // Hashed as the server does: a cheaper hash would show in the response time.
  const passwordHash = kind === 'without a password' ? '' : await hashPassword(randomToken())
  for (const email of emails) {
    if (kind === 'asked before') {
      await store.preRegistrations.insert(email, {
        verificationCodeHash: sha256Hex(randomToken()),
        verificationCodeIssuedAt: new Date(),
      })
    } else {
      await aUser(store, {
        email,
        passwordHash,
        enabled: kind !== 'disabled',
        emailVerified: kind !== 'unverified',
        ...(kind === 'two-factor' ? twoFactor : {}),
      })
    }
  }
}

const twoFactor = { otpEnabled: true, otpSecretEncrypted: new Uint8Array(48) }
