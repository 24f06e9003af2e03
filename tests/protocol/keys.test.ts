import { beforeEach, describe, expect, test } from 'vitest'
import { epochSeconds } from '#lib/base/time/clock.ts'
import { rotateKeys } from '#lib/domain/keys/keys.ts'
import { signJwt, verifyJwt } from '#lib/protocol/jwt.ts'
import { signingKey, verificationKey } from '#lib/protocol/keys.ts'
import { allAtOnce } from '#tests/support/at-once.ts'
import { type TestContext, testContext } from '#tests/support/context.ts'
import { testStart } from '#tests/support/settings.ts'

describe('signing keys', { timeout: 60_000 }, () => {
  let context: TestContext

  beforeEach(async () => {
    context = await testContext({ ownDatabase: true })
  })

  async function identifiers(): Promise<Record<string, string>> {
    const keys = await context.store.signingKeys.findAll()
    return Object.fromEntries(keys.map((key) => [key.state, key.keyIdentifier]))
  }

  const sign = () => signJwt(context.ctx, 'at+jwt', { exp: epochSeconds(testStart) + 60 })
  const verifies = async (token: string) => (await verifyJwt(context.ctx, token, 'at+jwt')) !== null

  test('rotation: next signs, current becomes previous, previous is gone the second time', async () => {
    const before = await identifiers()
    const first = await sign()
    await rotateKeys(context.ctx, 'the-admin')
    const between = await identifiers()
    expect(between).toEqual({
      current: before.next,
      previous: before.current,
      next: expect.any(String),
    })
    expect(Object.values(before)).not.toContain(between.next)
    const second = await sign()
    expect([await verifies(first), await verifies(second)]).toEqual([true, true])
    await rotateKeys(context.ctx, 'the-admin')
    const after = await identifiers()
    expect(after).toMatchObject({ current: between.next, previous: between.current })
    expect([await verifies(first), await verifies(second)]).toEqual([false, true])
    expect((await signingKey(context.ctx)).keyIdentifier).toBe(between.next)
  })

  test('two rotations at once: one wins, the other is told so', async () => {
    const before = await identifiers()
    const outcomes = await allAtOnce(context.store.signingKeys, 'findAll', 2, () =>
      rotateKeys(context.ctx, 'the-admin').then(
        () => 'rotated',
        ({ code }) => code,
      ),
    )
    expect(outcomes.sort()).toEqual(['ROTATION_IN_PROGRESS', 'rotated'])
    expect(await identifiers()).toMatchObject({ current: before.next, previous: before.current })
  })

  test.each(['current', 'next'] as const)('without a %s key nothing is changed', async (state) => {
    const keys = await context.store.signingKeys.findAll()
    const key = keys.find((candidate) => candidate.state === state)
    await context.store.signingKeys.remove(key?.id ?? 0, state)
    const before = await identifiers()
    await expect(rotateKeys(context.ctx, 'the-admin')).rejects.toMatchObject({
      code: 'KEY_SET_INCOMPLETE',
    })
    expect(await identifiers()).toEqual(before)
  })

  test('a public key is found by its identifier only', async () => {
    const { current, next } = await identifiers()
    expect(await verificationKey(context.ctx, current)).not.toBeNull()
    expect(await verificationKey(context.ctx, next)).not.toBeNull()
    for (const kid of [undefined, null, '', 'current', 7, {}, (current ?? '').toUpperCase()]) {
      expect(await verificationKey(context.ctx, kid)).toBeNull()
    }
  })
})
