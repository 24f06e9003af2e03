import { hash } from '@node-rs/argon2'
import { describe, expect, it, test } from 'vitest'
import {
  dummyHash,
  hashPassword,
  renewedHash,
  verifyPassword,
} from '#lib/domain/passwords/password.ts'
import { makeHashesReal } from '#tests/support/hashing.ts'

makeHashesReal()

const today = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/
const cheap = { memoryCost: 1_024, timeCost: 1, parallelism: 1 }
const costly = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

describe('passwords', () => {
  it('verify against their own hash only', async () => {
    const stored = await hashPassword('pässwörd 😀')
    expect(stored).toMatch(today)
    expect(await verifyPassword(stored, 'pässwörd 😀')).toBe('right')
    expect(await verifyPassword(stored, 'pässwörd')).toBe('wrong')
    expect(await renewedHash('right', 'pässwörd 😀', {})).toBeNull()
  })

  it('never verify where there is no hash, or something that is none', async () => {
    expect(await verifyPassword('', '')).toBe('wrong')
    expect(await verifyPassword('', 'anything')).toBe('wrong')
    expect(await verifyPassword('', 'a\u0308nything')).toBe('wrong')
    expect(await verifyPassword('no hash', 'anything')).toBe('wrong')
  })

  it('the dummy costs what a real hash costs', () => {
    expect(dummyHash()).toMatch(today)
  })

  it('hashed with other parameters are right, and their hash is outdated', async () => {
    const verdict = await verifyPassword(await hash('password', cheap), 'password')
    expect(verdict).toBe('outdated')
    expect(await renewedHash(verdict, 'password', {})).toMatch(today)
  })

  it('many at once all get their turn', async () => {
    const stored = await hashPassword('one')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => verifyPassword(stored, i % 2 ? 'one' : 'two')),
    )
    expect(answers.filter((verdict) => verdict === 'right')).toHaveLength(10)
  })
})

describe('one password, whatever its spelling:', () => {
  const spellings = [
    ['P\u00e4ssw\u00f6rter-19', 'Pa\u0308sswo\u0308rter-19'],
    [
      '\ud55c\uad6d\uc5b4 \uc554\ud638',
      '\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165 \u110b\u1161\u11b7\u1112\u1169',
    ],
    ['m\u1ead\u00a0kh\u1ea9u', 'ma\u0323\u0302 kha\u0302\u0309u'],
    ['\u212bngstr\u00f6m-42', '\u00c5ngstro\u0308m-42'],
    ['two\u3000words', 'two words'],
  ] as const

  test.each(
    spellings.flatMap(([a, b]) => [
      [a, b],
      [b, a],
    ]),
  )('set as %j, typed as %j', async (set, typed) => {
    expect(await verifyPassword(await hashPassword(set), typed)).toBe('right')
  })

  test.each(spellings)('a hash of %j as typed, from before, is outdated', async (_, typed) => {
    const before = await hash(typed, costly)
    const verdict = await verifyPassword(before, typed)
    expect(verdict).toBe(typed === typed.normalize('NFC') ? 'right' : 'outdated')
  })

  test('compatibility characters and case are other passwords', async () => {
    const stored = await hashPassword('fi-Ab')
    for (const other of ['\ufb01-Ab', 'fi-\uff21b', 'fi-ab', ' fi-Ab']) {
      expect(await verifyPassword(stored, other)).toBe('wrong')
    }
  })
})
