import { describe, expect, test } from 'vitest'
import { randomToken } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { testContext } from '#tests/support/context.ts'
import { aStoredGrant } from '#tests/support/granted.ts'
import { anInteraction } from '#tests/support/interactions.ts'
import { aClient, aUser } from '#tests/support/people.ts'

const racers = 50
const { ctx, store } = await testContext()
const user = await aUser(store)
const client = await aClient(store)

describe('of many that race for one thing, exactly one wins:', () => {
  test('spending a code', async () => {
    const { id } = await aCode()
    expect(await winners(() => store.codes.spend(id, ctx.now))).toBe(1)
  })

  test('spending a code inside transactions', async () => {
    const { id } = await aCode()
    const spend = () => store.adminTransaction((tx) => tx.codes.spend(id, ctx.now))
    expect(await winners(spend)).toBe(1)
  })

  test('rotating a refresh token', async () => {
    const { id } = await aRefreshToken()
    expect(await winners(() => store.refreshTokens.rotate(id, ctx.now, ''))).toBe(1)
  })

  test('changing an interaction as it was read', async () => {
    const interaction = await anInteraction(store, client)
    const change = async () =>
      (await store.interactions.change(interaction, { userId: user.id })) !== null
    expect(await winners(change)).toBe(1)
  })

  test('taking the parameters of a handed-over request', async () => {
    const handleHash = randomToken()
    const expiresAt = addSeconds(ctx.now, 300)
    await store.interactions.insertRequest({ handleHash, parameters: 'scope=openid', expiresAt })
    const take = async () => (await store.interactions.consumeRequest(handleHash, ctx.now)) !== null
    expect(await winners(take)).toBe(1)
  })

  test('claiming a step of the one-time password', async () => {
    const { id } = await aUser(store)
    expect(await winners(() => store.users.claimOtpStep(id, 1_000))).toBe(1)
  })

  test('taking a lease', async () => {
    const expiresAt = addSeconds(ctx.now, 60)
    const take = (i: number) => store.leases.take('cleaning', `process ${i}`, ctx.now, expiresAt)
    expect(await winners(take)).toBe(1)
  })
})

describe('a conditional update refuses', () => {
  test('a code that was revoked', async () => {
    const { id, grantId } = await aCode()
    await store.codes.revoke({ grantId }, 'test')
    expect(await store.codes.spend(id, ctx.now)).toBe(false)
  })

  test('a refresh token that was revoked', async () => {
    const { id, jti, grantId } = await aRefreshToken()
    expect(await store.refreshTokens.revoke({ grantId }, ctx.now, 'test')).toEqual([jti])
    expect(await store.refreshTokens.rotate(id, ctx.now, '')).toBe(false)
  })

  test('an earlier step of the one-time password', async () => {
    const { id } = await aUser(store)
    expect(await store.users.claimOtpStep(id, 1_000)).toBe(true)
    expect(await store.users.claimOtpStep(id, 999)).toBe(false)
    expect(await store.users.claimOtpStep(id, 1_001)).toBe(true)
  })

  test('a lease that another holds, until it has expired', async () => {
    const until = addSeconds(ctx.now, 60)
    expect(await store.leases.take('sweeping', 'one', ctx.now, until)).toBe(true)
    expect(await store.leases.take('sweeping', 'two', ctx.now, until)).toBe(false)
    expect(await store.leases.take('sweeping', 'one', ctx.now, until)).toBe(true)
    const later = addSeconds(ctx.now, 61)
    expect(await store.leases.take('sweeping', 'two', later, addSeconds(later, 60))).toBe(true)
  })

  test('handed-over parameters that have expired', async () => {
    const handleHash = randomToken()
    await store.interactions.insertRequest({ handleHash, parameters: '', expiresAt: ctx.now })
    expect(await store.interactions.consumeRequest(handleHash, ctx.now)).toBeNull()
  })
})

async function winners(race: (i: number) => Promise<boolean>): Promise<number> {
  const results = await Promise.all(Array.from({ length: racers }, (_, i) => race(i)))
  return results.filter(Boolean).length
}

async function aCode() {
  return (await aStoredGrant(store, user, client, { used: false })).code
}

async function aRefreshToken() {
  return (await aStoredGrant(store, user, client)).refreshToken
}
