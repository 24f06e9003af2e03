import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { dummyHash, hashPassword, needsRehash, verifyPassword } from '#lib/domain/password.ts'

describe('passwords', () => {
  it('verify against their own hash only', async () => {
    const stored = await hashPassword('pässwörd 😀')
    expect(await verifyPassword(stored, 'pässwörd 😀')).toBe(true)
    expect(await verifyPassword(stored, 'pässwörd')).toBe(false)
    expect(needsRehash(stored)).toBe(false)
  })

  it('never verify where there is no hash, or something that is none', async () => {
    expect(await verifyPassword('', '')).toBe(false)
    expect(await verifyPassword('', 'anything')).toBe(false)
    expect(await verifyPassword('no hash', 'anything')).toBe(false)
  })

  it('the dummy costs what a real hash costs', () => {
    expect(needsRehash(dummyHash)).toBe(false)
  })

  it('hashed with other parameters verify and are to be hashed anew', async () => {
    const cheap = await hash('password', { memoryCost: 1_024, timeCost: 1, parallelism: 1 })
    expect(await verifyPassword(cheap, 'password')).toBe(true)
    expect(needsRehash(cheap)).toBe(true)
  })

  it('many at once all get their turn', async () => {
    const stored = await hashPassword('one')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => verifyPassword(stored, i % 2 ? 'one' : 'two')),
    )
    expect(answers.filter(Boolean)).toHaveLength(10)
  })
})
