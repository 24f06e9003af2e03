import { expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { adminTransaction } from '#lib/context.ts'
import { openMarker } from '#lib/domain/mail/link-markers.ts'
import { changeOwnPassword } from '#lib/domain/passwords/own-password.ts'
import { resetPassword } from '#lib/domain/passwords/password-reset.ts'
import { testContext } from '#tests/support/context.ts'
import { aSession } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'

const { ctx, store } = await testContext()

test('a password is not changed by a session that ended since it was asked', async () => {
  const [user, client] = [await aUser(store), await aClient(store)]
  const session = await aSession(store, user, [client])
  await store.sessions.remove(session.id)
  const rest = { scopes: [], grantIdentifier: 'a-grant', byCode: true } as const
  const caller = { kind: 'user', user, client, session, ...rest } as const
  const confirmed = { user, otpStep: null }
  const change = adminTransaction(ctx, (tx) =>
    changeOwnPassword(tx, caller, confirmed, 'another hash'),
  )
  await expect(change).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
  expect(await store.users.findById(user.id)).toMatchObject({
    passwordHash: user.passwordHash,
    authStateGeneration: user.authStateGeneration,
  })
})

test('a link sets no password of a user who was disabled since its form was sent', async () => {
  const codeHash = sha256Hex(randomToken())
  const user = await aUser(store, {
    forgotPasswordCodeHash: codeHash,
    forgotPasswordCodeIssuedAt: ctx.now,
  })
  const link = { flow: 'reset', targetId: user.id, codeHash } as const
  const followed = await openMarker(ctx, null, link, false)
  const cookie = 'cookie' in followed ? followed.cookie : ''
  const marker = await store.linkMarkers.findOfBrowser([sha256Hex(cookie)])
  if (!marker) throw new Error('The link was not followed.')
  await store.users.change(user.id, { enabled: false })
  const chosen = { password: 'Violet-harbour-42!', confirmation: 'Violet-harbour-42!' }
  expect(await resetPassword(ctx, marker, chosen)).toBeNull()
  expect(await store.users.findById(user.id)).toMatchObject({
    passwordHash: user.passwordHash,
    forgotPasswordCodeHash: codeHash,
  })
})

test('a hash that is made again does not bring back a password that was changed since', async () => {
  const user = await aUser(store)
  await store.users.change(user.id, { passwordHash: 'another hash' })
  await store.users.rehash(user.id, user.passwordHash, 'the former one again')
  expect(await store.users.findById(user.id)).toMatchObject({ passwordHash: 'another hash' })
})
