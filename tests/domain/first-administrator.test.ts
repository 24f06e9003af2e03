import { describe, expect, test } from 'vitest'
import {
  awaitedFirstPassword,
  isGeneratedPasswordUsed,
  usesGeneratedPassword,
} from '#lib/domain/users/first-administrator.ts'
import type { UserChange } from '#lib/persistence/users/users.ts'
import { testContext } from '#tests/support/context.ts'
import { aUser } from '#tests/support/people.ts'
import { administrator } from '#tests/support/settings.ts'

/** A fresh installation whose administrator has changed so. */
async function installation(firstPassword: string, change: UserChange = {}) {
  const test = await testContext({ ownDatabase: true })
  await test.changeSettings({ firstPassword })
  const found = await test.store.users.findByEmail(administrator.email)
  if (!found) throw new Error('The first administrator is missing.')
  await test.store.users.change(found.id, change)
  const user = await test.store.users.findById(found.id)
  return { ctx: test.ctx, store: test.store, user: user ?? found }
}

const signedIn = { lastSignInAt: new Date('2031-03-03T13:00:00Z') }

describe('the first administrator', () => {
  test.each(['generated', 'given'] as const)(
    'is awaited until the first sign-in, with a password that was %s',
    async (source) => {
      expect(await awaitedFirstPassword((await installation(source)).ctx)).toBe(source)
      expect(await awaitedFirstPassword((await installation(source, signedIn)).ctx)).toBe(undefined)
    },
  )

  test('is not awaited once disabled or deleted, whoever else has not signed in', async () => {
    const disabled = await installation('given', { enabled: false })
    expect(await awaitedFirstPassword(disabled.ctx)).toBe(undefined)
    const { ctx, store, user } = await installation('given')
    await aUser(store)
    await store.adminTransaction((tx) => tx.users.remove(user.id))
    expect(await awaitedFirstPassword(ctx)).toBe(undefined)
  })

  test('of an older installation is not awaited, and nothing is known of the password', async () => {
    const { ctx, user } = await installation('')
    expect(await awaitedFirstPassword(ctx)).toBe(undefined)
    expect(await isGeneratedPasswordUsed(ctx)).toBe(false)
    expect(usesGeneratedPassword(ctx, user)).toBe(false)
  })
})

describe('the generated password', () => {
  test('is used until another one is set, also after a sign-in', async () => {
    for (const change of [{}, signedIn]) {
      const { ctx, user } = await installation('generated', change)
      expect(await isGeneratedPasswordUsed(ctx)).toBe(true)
      expect(usesGeneratedPassword(ctx, user)).toBe(true)
    }
    const changed = await installation('generated', { passwordChangedAt: new Date() })
    expect(await isGeneratedPasswordUsed(changed.ctx)).toBe(false)
    expect(usesGeneratedPassword(changed.ctx, changed.user)).toBe(false)
  })

  test('is nobody else’s, and none where ADMIN_PASSWORD gave it', async () => {
    const { ctx, store } = await installation('generated')
    const { id } = await aUser(store)
    const other = await store.users.findById(id)
    expect(other && usesGeneratedPassword(ctx, other)).toBe(false)
    const given = await installation('given')
    expect(await isGeneratedPasswordUsed(given.ctx)).toBe(false)
    expect(usesGeneratedPassword(given.ctx, given.user)).toBe(false)
  })
})
