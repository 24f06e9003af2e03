import { describe, expect, test } from 'vitest'
import { aUser } from '#tests/support/people.ts'
import { fixture } from './fixture.ts'

const { app, ask, store, rulesOf } = await fixture()
const rules = rulesOf('GET', '/profile-picture')

describe('200', () => {
  test('where the picture is, once there is one', async () => {
    const user = await aUser(store)
    const path = `/users/${user.id}/profile-picture`
    expect((await ask('GET', path)).body).toEqual({ hasPicture: false })
    await store.images.savePicture(user.id, new Uint8Array([1]), 'image/png')
    expect((await ask('GET', path)).body).toEqual({
      hasPicture: true,
      pictureUrl: `${app.config.baseUrl}/userinfo/picture/${user.subject}`,
    })
  })
})

describe('400', () => rules.refusesMalformedIds())

describe('404', () => rules.refusesUnknownIds())
