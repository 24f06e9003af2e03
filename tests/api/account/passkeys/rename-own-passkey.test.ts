import { describe, expect, test } from 'vitest'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { malformedOwnIds, unknownOwnIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { store, person, entriesOf, refusesBrokenBodies } = await fixture()

async function withStored() {
  const one = await person()
  const { id } = await aStoredPasskey(store, one.user.id)
  return { ...one, id, path: `/passkeys/${id}` }
}

describe('200', () => {
  test('the trimmed name, with its entry', async () => {
    const { user, ask, id, path } = await withStored()
    const entries = await entriesOf(async () => {
      expect((await ask('PUT', path, { name: '  Phone ' })).status).toBe(200)
    })
    const details = { userId: user.id, passkeyId: id, name: 'Phone' }
    expect(entries).toEqual([{ event: 'renamed_passkey', details }])
    expect(await store.passkeys.findOfUser(user.id)).toMatchObject([{ name: 'Phone' }])
  })

  test('a name that turns the direction of writing is kept as it is: pages isolate it', async () => {
    const { ask, path, user } = await withStored()
    const name = 'Mine \u202e(gnihton'
    expect((await ask('PUT', path, { name })).status).toBe(200)
    expect(await store.passkeys.findOfUser(user.id)).toMatchObject([{ name }])
  })
})

describe('400', () => {
  refusesBrokenBodies('PUT', '/passkeys/1')

  test.each(['', '  ', 'x'.repeat(51), 'two\nlines', '<b>'])('the name %j', async (name) => {
    const { user, refusal, path } = await withStored()
    expect(await refusal('PUT', path, { name })).toEqual([400, 'VALIDATION_ERROR'])
    expect(await store.passkeys.findOfUser(user.id)).toMatchObject([{ name: 'A key' }])
  })

  test.each(malformedOwnIds)('the id %s', async (id) => {
    const { refusal } = await person()
    const sent = refusal('PUT', `/passkeys/${id}`, { name: 'Phone' })
    expect(await sent).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test('the passkey of somebody else', async () => {
    const { user, path } = await withStored()
    const other = await person()
    expect(await other.refusal('PUT', path, { name: 'Mine' })).toEqual([404, 'NOT_FOUND'])
    expect(await store.passkeys.findOfUser(user.id)).toMatchObject([{ name: 'A key' }])
  })

  test.each(unknownOwnIds)('the id %s', async (id) => {
    const { refusal } = await person()
    const sent = refusal('PUT', `/passkeys/${id}`, { name: 'Phone' })
    expect(await sent).toEqual([404, 'NOT_FOUND'])
  })
})
