import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { verificationCodePlace } from '#lib/domain/email/email-verification.ts'
import { sendVerificationCode } from '#lib/domain/email/own-email-verification.ts'
import { testContext } from '#tests/support/context.ts'
import { aUser } from '#tests/support/people.ts'
import { testCipher, testStart } from '#tests/support/settings.ts'
import { fixture } from '../fixture.ts'

const { app, store, withMail } = await fixture()
const outbox = await withMail()
app.clock.set(testStart)
const { ctx } = await testContext()

afterAll(() => outbox.close())

/** A user as two concurrent requests have read it; the first has since sent its code. */
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

test('a code that could not be sent is withdrawn, and not one that has taken its place', async () => {
  const { id } = await aUser(store, { emailVerified: false })
  const user = await store.users.findById(id)
  if (!user) throw new Error('The user is gone.')
  const newer = {
    emailVerificationCodeEncrypted: testCipher.seal('NEW234', verificationCodePlace(id)),
    emailVerificationCodeIssuedAt: testStart,
  }
  const unwilling = createServer(async (socket) => {
    await store.users.change(id, newer)
    socket.end('421 Not now\r\n')
  }).listen(0, '127.0.0.1')
  await once(unwilling, 'listening')
  const { port: smtpPort } = unwilling.address() as AddressInfo
  const sending = sendVerificationCode({ ...ctx, settings: { ...ctx.settings, smtpPort } }, user)
  await expect(sending).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
  unwilling.close()
  const now = await store.users.findById(id)
  expect(
    testCipher.open(
      now?.emailVerificationCodeEncrypted ?? new Uint8Array(),
      verificationCodePlace(id),
    ),
  ).toBe('NEW234')
})
