import { describe, expect, test } from 'vitest'
import { anImage } from '#tests/support/images.ts'
import { fixture } from '../fixture.ts'

const { app, store, person } = await fixture()

describe('200', () => {
  test('whether there is one, and where', async () => {
    const { user, ask } = await person()
    expect((await ask('GET', '/profile-picture')).body).toEqual({ hasPicture: false })
    await store.images.savePicture(user.id, await anImage('png'), 'image/png')
    const pictureUrl = `${app.config.baseUrl}/userinfo/picture/${user.subject}`
    expect((await ask('GET', '/profile-picture')).body).toEqual({ hasPicture: true, pictureUrl })
  })
})
