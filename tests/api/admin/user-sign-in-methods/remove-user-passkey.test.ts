import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aUser, grantToUser } from '#tests/support/people.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { store, granular, ask, refusal, entriesOf, manager } = await fixture()

async function withPasskey() {
  const user = await aUser(store)
  const passkey = await aStoredPasskey(store, user.id)
  return { user, passkey, path: `/users/${user.id}/passkeys/${passkey.id}` }
}

describe('200', () => {
  test('with its entry, though it is the last way in: its owner recovers by mail', async () => {
    const { user, passkey, path } = await withPasskey()
    await store.users.change(user.id, { passwordHash: '' })
    const entries = await entriesOf(async () => {
      expect((await ask('DELETE', path)).status).toBe(200)
    })
    const about = { userId: user.id, passkeyId: passkey.id, name: 'A key' }
    const details = { ...about, loggedInUser: manager.client.clientIdentifier }
    expect(entries).toEqual([{ event: 'removed_passkey', details }])
    expect(await store.passkeys.findOfUser(user.id)).toEqual([])
  })

  test('the last one is no longer asked for after the password', async () => {
    const { user, path } = await withPasskey()
    await store.passkeys.setSecondFactor(user.id, true)
    expect((await ask('DELETE', path)).status).toBe(200)
    expect(await store.users.findById(user.id)).toMatchObject({ passkeySecondFactor: false })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s, of the user or the passkey', async (id) => {
    const { user, passkey } = await withPasskey()
    for (const path of [`/users/${id}/passkeys/${passkey.id}`, `/users/${user.id}/passkeys/${id}`])
      expect(await refusal('DELETE', path)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('an administrator’s, with a granular scope', async () => {
    const { user, path } = await withPasskey()
    await grantToUser(store, user, 'authserver:manage')
    const answer = outcome(call(granular, 'DELETE', path))
    expect(await answer).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await store.passkeys.findOfUser(user.id)).toHaveLength(1)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, of the user or the passkey', async (id) => {
    const { user, passkey } = await withPasskey()
    for (const path of [`/users/${id}/passkeys/${passkey.id}`, `/users/${user.id}/passkeys/${id}`])
      expect(await refusal('DELETE', path)).toEqual([404, 'NOT_FOUND'])
  })

  test('the passkey of another user, and one that is gone', async () => {
    const { passkey, path } = await withPasskey()
    const other = await aUser(store)
    const foreign = `/users/${other.id}/passkeys/${passkey.id}`
    expect(await refusal('DELETE', foreign)).toEqual([404, 'NOT_FOUND'])
    expect(await refusal('DELETE', path)).toEqual([200, ''])
    expect(await refusal('DELETE', path)).toEqual([404, 'NOT_FOUND'])
  })
})
