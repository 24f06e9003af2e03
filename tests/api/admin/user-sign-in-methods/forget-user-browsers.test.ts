import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { call, outcome } from '#tests/support/api.ts'
import { aUser, grantToUser } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { app, store, granular, ask, refusal } = await fixture()
const pathOf = (id: number | string) => `/users/${id}/remembered-browsers`
await app.changeSettings({ rememberBrowserDays: 30 })

/** A user with one remembered browser. */
async function withBrowser() {
  const user = await aUser(store)
  const now = app.clock.now()
  await store.userDevices.insert({
    userId: user.id,
    createdAt: now,
    tokenHash: `hash of ${user.id}`,
    deviceName: '',
    deviceOs: '',
    ipAddress: '',
    lastSeenAt: now,
    rememberedAt: now,
    rememberedUntil: addSeconds(now, 86_400),
    authStateGeneration: user.authStateGeneration,
    otpConfigGeneration: user.otpConfigGeneration,
    expiresAt: addSeconds(now, 86_400),
  })
  return user
}

const countOf = async (id: number) =>
  (await ask<{ rememberedBrowsers: number }>('GET', `/users/${id}/sign-in-methods`)).body
    .rememberedBrowsers

describe('200', () => {
  test('the browsers are forgotten; succeeds without one', async () => {
    const user = await withBrowser()
    expect(await countOf(user.id)).toBe(1)
    expect((await ask('DELETE', pathOf(user.id))).status).toBe(200)
    expect(await countOf(user.id)).toBe(0)
    expect((await ask('DELETE', pathOf(user.id))).status).toBe(200)
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', pathOf(id))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('an administrator’s browsers, with a granular scope', async () => {
    const user = await withBrowser()
    await grantToUser(store, user, 'authserver:manage')
    const answer = outcome(call(granular, 'DELETE', pathOf(user.id)))
    expect(await answer).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await countOf(user.id)).toBe(1)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', pathOf(id))).toEqual([404, 'NOT_FOUND'])
  })
})
