import { afterAll, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { resetPassword } from '#lib/domain/passwords/password-reset.ts'
import { testContext } from '#tests/support/context.ts'
import { aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { entriesOf, visitor } from '#tests/support/visitor.ts'
import { goodPassword, twice, withMail } from './fixture.ts'

const app = await server()
const { store } = app
const outbox = await withMail(app)
afterAll(() => outbox.close())

test.each([
  ['account_disabled', (id: number) => store.users.change(id, { enabled: false })],
  ['code_no_longer_outstanding', (id: number) => store.users.advanceAuthState(id)],
] as const)(
  'the audit log tells of the user whose form was refused: %s',
  async (reason, retire) => {
    const code = randomToken(24)
    const user = await aUser(store, {
      forgotPasswordCodeHash: sha256Hex(code),
      forgotPasswordCodeIssuedAt: app.clock.now(),
    })
    const person = visitor(app)
    await person.visit(`/reset-password?code=${code}`)
    await retire(user.id)
    const answer = await person.submit(twice(goodPassword))
    expect([answer.status, answer.view?.page]).toEqual([400, 'link-expired'])
    expect(await entriesOf(app, 'failed_reset_password_code', { userId: user.id })).toMatchObject([
      { reason },
    ])
  },
)

test('whoever is disabled while the new password is hashed keeps the former one', async () => {
  const { ctx } = await testContext()
  const codeHash = sha256Hex(randomToken(24))
  const user = await aUser(ctx.store, {
    forgotPasswordCodeHash: codeHash,
    forgotPasswordCodeIssuedAt: ctx.now,
  })
  const browserHash = sha256Hex(randomToken())
  await ctx.store.linkMarkers.insert({
    flow: 'reset',
    targetId: user.id,
    codeHash,
    browserHash,
    continuationId: randomToken(24),
    expiresAt: addSeconds(ctx.now, 300),
  })
  const marker = await ctx.store.linkMarkers.findOfBrowser([browserHash])
  if (!marker) throw new Error('The link was not followed.')
  await ctx.store.users.change(user.id, { enabled: false })
  const chosen = { password: goodPassword, confirmation: goodPassword }
  expect(await resetPassword(ctx, marker, chosen)).toBeNull()
  expect(await ctx.store.users.findById(user.id)).toMatchObject({ passwordHash: user.passwordHash })
})
