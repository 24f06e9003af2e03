import { describe, expect, test } from 'vitest'
import { adminTransaction } from '#lib/context.ts'
import { keepWayIn } from '#lib/domain/sign-in/sign-in-methods.ts'
import { testContext } from '#tests/support/context.ts'
import { rejectionOf } from '#tests/support/refusals.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { byPassword, fixture } from './fixture.ts'

const { app, store, connected, signedIn, person } = await fixture()
const pathOf = ({ alias }: { readonly alias: string }) => `/identities/${alias}`

describe('200', () => {
  test('the link is gone, and so are the other sessions that began with it', async () => {
    const { one, provider } = await connected()
    const again = await signedIn(one.user)
    const [first, second] = await sessionsOf(store, one.user.id)
    for (const session of [first, second]) {
      await store.sessions.update(session?.id ?? 0, { providerId: provider.id })
    }
    const removed = await again.ask('DELETE', pathOf(provider), byPassword(one))
    expect(removed.status).toBe(200)
    expect(await store.userIdentities.findOfUser(one.user.id)).toEqual([])
    // The acting session stays.
    expect(await sessionsOf(store, one.user.id)).toHaveLength(1)
    expect((await again.ask('GET', '/identities')).status).toBe(200)
  })

  test('while the feature is off, too', async () => {
    const { one, provider } = await connected()
    await app.changeSettings({ identityProvidersEnabled: false })
    expect((await one.ask('DELETE', pathOf(provider), byPassword(one))).status).toBe(200)
    await app.changeSettings({ identityProvidersEnabled: true })
  })
})

describe('400', () => {
  test('without a confirmation', async () => {
    const { one, provider } = await connected()
    expect(await one.refusal('DELETE', pathOf(provider), {})).toEqual([
      400,
      'AUTHENTICATION_FAILED',
    ])
  })

  test('the last way in', async () => {
    const { one, link } = await connected()
    const { ctx } = await testContext()
    const user = { id: one.user.id, enabled: true, passwordHash: '' }
    const removal = adminTransaction(ctx, (tx) => keepWayIn(tx, user, { identity: link.id }))
    expect(await rejectionOf(removal)).toBe('validator.sign_in.last_method')
  })
})

describe('404', () => {
  test('somebody else’s link, and an unknown provider', async () => {
    const { provider } = await connected()
    const other = await person()
    expect(await other.refusal('DELETE', pathOf(provider), byPassword(other))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect(await other.refusal('DELETE', '/identities/nobody', byPassword(other))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect(await store.userIdentities.findAt(other.user.id, provider.id)).toBeNull()
  })
})

describe('429', () => {
  test('after five wrong passwords, the right one is not looked at', async () => {
    const { one, provider } = await connected()
    const wrong = { confirmation: { password: 'Not-the-one-1' } }
    for (let i = 0; i < 5; i++) await one.refusal('DELETE', pathOf(provider), wrong)
    expect(await one.refusal('DELETE', pathOf(provider), byPassword(one))).toEqual([
      429,
      'TOO_MANY_REQUESTS',
    ])
  })
})
