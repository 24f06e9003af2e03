import { describe, expect, test } from 'vitest'
import { aUser } from '#tests/support/people.ts'
import { fixture } from './fixture.ts'

const { app, ask, store, manager, entriesOf, rulesOf } = await fixture()
const rules = rulesOf('DELETE', '/profile-picture')

describe('200', () => {
  test('the picture is gone; a second time is no failure, and is audited too', async () => {
    const user = await aUser(store)
    await store.images.savePicture(user.id, new Uint8Array([1]), 'image/png')
    const details = { userId: user.id, loggedInUser: manager.client.clientIdentifier }
    for (let i = 0; i < 2; i++) {
      const entries = await entriesOf(async () => {
        const { body } = await ask('DELETE', `/users/${user.id}/profile-picture`)
        expect(body).toEqual({ success: true })
      })
      expect(entries).toEqual([{ event: 'deleted_user_profile_picture', details }])
    }
    expect((await app.fetch(`/userinfo/picture/${user.subject}`)).status).toBe(404)
  })
})

describe('400', () => rules.refusesMalformedIds())

describe('403', () => rules.refusesGranularScopes())

describe('404', () => rules.refusesUnknownIds())
