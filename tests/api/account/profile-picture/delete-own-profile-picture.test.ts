import { describe, expect, test } from 'vitest'
import { deleteOwnProfilePicture } from '#lib/api/account/profile-picture.ts'
import { anImage } from '#tests/support/images.ts'
import { fixture } from '../fixture.ts'

const { store, person, entriesOf, refusesGoneUsers } = await fixture()

describe('200', () => {
  test('removes the picture; none is no failure and leaves no entry', async () => {
    const { user, ask } = await person()
    await store.images.savePicture(user.id, await anImage('png'), 'image/png')
    const entries = await entriesOf(async () => {
      for (let i = 0; i < 2; i++) {
        const { status, body } = await ask('DELETE', '/profile-picture')
        expect([status, body]).toEqual([200, { success: true }])
      }
    })
    expect(await store.images.hasPicture(user.id)).toBe(false)
    const details = { userId: user.id, loggedInUser: user.subject }
    expect(entries).toEqual([{ event: 'deleted_own_profile_picture', details }])
  })
})

describe('404', () => refusesGoneUsers(deleteOwnProfilePicture))
