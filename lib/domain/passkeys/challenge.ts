import { createHmac, randomBytes } from 'node:crypto'
import { acceptedKeys } from '#lib/base/crypto/accepted-keys.ts'
import { equalDigests } from '#lib/base/crypto/hash.ts'
import { deriveToken } from '#lib/base/crypto/hkdf.ts'
import type { AnyContext } from '#lib/context.ts'

/** The purpose of a challenge; a challenge for a registration is refused at a sign-in. */
export type ChallengeUse = 'sign-in' | 'second-factor' | 'registration' | 'confirmation'

/** The time limit that the browser receives. */
export const timeoutMs = 300_000

/** Challenges are accepted for one minute longer, so that the last seconds of the browser's limit count. */
const maxAgeMs = timeoutMs + 60_000

const timeBytes = 8
const randomBytesCount = 16
const macBytes = 32

/**
 * Makes a challenge that needs no row: time, random bytes and their HMAC, bound to a use and to one sign-in or session.
 * @param binding the sign-in or session that must receive the answer
 * @returns 56 bytes
 */
export function makeChallenge(
  { config, now }: Pick<AnyContext, 'config' | 'now'>,
  use: ChallengeUse,
  binding: string,
): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(timeBytes + randomBytesCount)
  head.writeBigUInt64BE(BigInt(now.getTime()))
  randomBytes(randomBytesCount).copy(head, timeBytes)
  const mac = macOf(config.encryptionKey, use, binding, head)
  return new Uint8Array(Buffer.concat([head, mac]))
}

/**
 * Judges the challenge of an answer.
 * @param sent base64url
 */
export function judgeChallenge(
  { config, now }: Pick<AnyContext, 'config' | 'now'>,
  use: ChallengeUse,
  binding: string,
  sent: string,
): 'good' | 'expired' | 'wrong' {
  const bytes = Buffer.from(sent, 'base64url')
  if (bytes.length !== timeBytes + randomBytesCount + macBytes) return 'wrong'
  const head = bytes.subarray(0, timeBytes + randomBytesCount)
  const mac = bytes.subarray(head.length)
  const keys = acceptedKeys(config)
  if (!keys.some((key) => equalDigests(macOf(key, use, binding, head), mac))) return 'wrong'
  const age = now.getTime() - Number(head.readBigUInt64BE())
  return age >= -maxAgeMs && age <= maxAgeMs ? 'good' : 'expired'
}

function macOf(key: Uint8Array, use: ChallengeUse, binding: string, head: Uint8Array): Buffer {
  const own = deriveToken(key, 'authserver/passkey-challenge/1', [])
  return createHmac('sha256', own).update(`${use}\0${binding}\0`).update(head).digest()
}
