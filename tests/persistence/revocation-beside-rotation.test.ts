import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { randomToken } from '#lib/base/crypto/random.ts'
import { testContext } from '#tests/support/context.ts'
import { testProvider } from '#tests/support/databases.ts'
import { aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'

const { ctx, store } = await testContext()

/** SQLite has one writer at a time, so there the revocation comes before or after the rotation. */
const whenItStarts = testProvider() === 'postgresql' ? 'while' : 'once'

test(`a revocation that starts ${whenItStarts} a token is rotated revokes its successor too`, async () => {
  const client = await aClient(store)
  const { refreshToken } = await aStoredGrant(store, await aUser(store), client)
  const { id: _, jti: previousJti, ...parent } = refreshToken
  const child = { ...parent, jti: randomToken(), previousJti }
  let revocation: Promise<string[]> | undefined
  await store.adminTransaction(async (tx) => {
    expect(await tx.refreshTokens.rotate(refreshToken.id, ctx.now, '')).toBe(true)
    revocation = store.adminTransaction(({ refreshTokens }) =>
      refreshTokens.revoke({ clientId: client.id }, ctx.now, 'test'),
    )
    // Lets the revocation get as far as it can.
    await setTimeout(300)
    await tx.refreshTokens.insert(child)
  })
  expect(await revocation).toEqual([child.jti])
})
