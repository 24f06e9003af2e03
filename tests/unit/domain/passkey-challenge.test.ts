import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type ChallengeUse, judgeChallenge, makeChallenge } from '#lib/domain/passkeys/challenge.ts'

const encryptionKey = randomBytes(32)
const at = (now: Date, more: object = {}) =>
  ({ now, config: { encryptionKey, ...more } }) as unknown as Parameters<typeof makeChallenge>[0]
const start = new Date('2030-01-01T00:00:00Z')
const later = (seconds: number) => at(new Date(start.getTime() + seconds * 1_000))
const made = (use: ChallengeUse = 'sign-in', binding = 'one') =>
  Buffer.from(makeChallenge(at(start), use, binding)).toString('base64url')

const uses = ['sign-in', 'second-factor', 'registration', 'confirmation'] as const

test.each(uses.flatMap((one) => uses.map((other) => [one, other] as const)))(
  'a challenge for %s, answered as one for %s',
  (one, other) => {
    expect(judgeChallenge(later(1), other, 'one', made(one))).toBe(one === other ? 'good' : 'wrong')
  },
)

test('a challenge is good for its own sign-in alone', () => {
  expect(judgeChallenge(later(1), 'sign-in', 'two', made())).toBe('wrong')
  // The separator cannot be moved from the use to the sign-in.
  expect(judgeChallenge(later(1), 'sign-in', 'one\0', made())).toBe('wrong')
})

test.each([
  [0, 'good'],
  [360, 'good'],
  [361, 'expired'],
  [-361, 'expired'],
])('after %i seconds it is %s', (seconds, verdict) => {
  expect(judgeChallenge(later(seconds), 'sign-in', 'one', made())).toBe(verdict)
})

test('each bit of it counts, its time too', () => {
  const bytes = Buffer.from(made(), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    const verdict = judgeChallenge(later(1), 'sign-in', 'one', changed.toString('base64url'))
    expect([at, verdict]).toEqual([at, 'wrong'])
  }
})

test.each(['', 'A', 'A'.repeat(74), 'A'.repeat(75), 'A'.repeat(10_000), '\0'])(
  'the text %# is none',
  (sent) => {
    expect(judgeChallenge(later(1), 'sign-in', 'one', sent)).toBe('wrong')
  },
)

test('after a change of the key, that of the former one is good while that key is named', () => {
  const other = { encryptionKey: randomBytes(32) }
  const sent = made()
  expect(judgeChallenge(at(start, other), 'sign-in', 'one', sent)).toBe('wrong')
  const both = { ...other, encryptionKeyPrevious: encryptionKey }
  expect(judgeChallenge(at(start, both), 'sign-in', 'one', sent)).toBe('good')
})
