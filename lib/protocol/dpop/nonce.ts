import { acceptedKeys } from '#lib/base/crypto/accepted-keys.ts'
import { equalInConstantTime } from '#lib/base/crypto/hash.ts'
import { deriveToken } from '#lib/base/crypto/hkdf.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'

/** How long a nonce is sent out, and for how long after that it is accepted. */
const slotSeconds = 60
/** How far the clocks of this server's instances may differ, in seconds. */
const clockToleranceSeconds = 5

type Clock = Pick<Context, 'now' | 'config'>

/** A nonce of this server in a proof. */
export interface RepeatedNonce {
  /** False for a nonce of the former slot: the next proof needs another one. */
  readonly isCurrent: boolean
  /** No instance accepts the nonce after this moment. */
  readonly endsAt: Date
}

/**
 * The nonce for the proofs of the next minute (RFC 9449 section 8): derived from the server's key and the time, so that
 * every process knows it and nothing is stored.
 */
export function currentNonce({ config, now }: Clock): string {
  return nonceOf(config.encryptionKey, slotAt(now))
}

/** Recognises a nonce of this server, of this minute or the one before; null for any other. */
export function readNonce({ config, now }: Clock, nonce: string): RepeatedNonce | null {
  const current = slotAt(now)
  const ahead = slotAt(addSeconds(now, clockToleranceSeconds))
  const keys = acceptedKeys(config)
  for (const slot of new Set([current, current - 1, ahead])) {
    for (const key of keys) {
      if (!equalInConstantTime(nonce, nonceOf(key, slot))) continue
      return { isCurrent: slot >= current, endsAt: startOf(slot + 2) }
    }
  }
  return null
}

function nonceOf(key: Uint8Array, slot: number): string {
  return deriveToken(key, 'dpop nonce', [String(slot)])
}

function slotAt(time: Date): number {
  return Math.floor(time.getTime() / (slotSeconds * 1_000))
}

function startOf(slot: number): Date {
  return new Date(slot * slotSeconds * 1_000)
}
