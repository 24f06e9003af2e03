import { afterAll, expect, test } from 'vitest'
import { sendVerificationCode } from '#lib/domain/own-email-verification.ts'
import { testContext } from '#tests/support/context.ts'
import { aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { scene } from '../scene.ts'

const { app, store, withMail } = await scene()
const outbox = await withMail()
app.clock.set(testStart)
const { ctx } = await testContext()

afterAll(() => outbox.close())

/** A user as two requests at once have read it, after the first of them sent its code. */
async function raced() {
  const { id } = await aUser(store, { emailVerified: false })
  const user = await store.users.findById(id)
  if (!user) throw new Error('The user is gone.')
  expect(await sendVerificationCode(ctx, user)).toEqual({ kind: 'sent', email: user.email })
  await outbox.next()
  return user
}

test('of two asked for at once the second one is told to wait', async () => {
  expect(await sendVerificationCode(ctx, await raced())).toEqual({ kind: 'wait', seconds: 60 })
})

test('or that the address is proven, when it is by then', async () => {
  const user = await raced()
  await store.users.change(user.id, { emailVerified: true, emailVerificationCodeIssuedAt: null })
  expect(await sendVerificationCode(ctx, user)).toEqual({ kind: 'verified' })
})

test('an address that was changed meanwhile is sent nothing, which costs nothing', async () => {
  const { id, email } = await aUser(store, { emailVerified: false })
  const before = await store.users.findById(id)
  if (!before) throw new Error('The user is gone.')
  await store.users.change(id, { email: `new-${email}` })
  await expect(sendVerificationCode(ctx, before)).rejects.toMatchObject({
    code: 'CONCURRENT_UPDATE',
  })
  const now = await store.users.findById(id)
  if (!now) throw new Error('The user is gone.')
  expect(await sendVerificationCode(ctx, now)).toEqual({ kind: 'sent', email: `new-${email}` })
  await outbox.next()
})

test('an address that was proven meanwhile is sent nothing, which costs nothing', async () => {
  const { id } = await aUser(store, { emailVerified: false })
  const before = await store.users.findById(id)
  if (!before) throw new Error('The user is gone.')
  await store.users.change(id, { emailVerified: true })
  expect(await sendVerificationCode(ctx, before)).toEqual({ kind: 'verified' })
  await store.users.change(id, { emailVerified: false })
  expect(await sendVerificationCode(ctx, before)).toEqual({ kind: 'sent', email: before.email })
  await outbox.next()
})
