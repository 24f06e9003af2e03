import { describe, expect, test } from 'vitest'
import { uploadOwnProfilePicture } from '#lib/api/account/profile-picture.ts'
import { fileForm } from '#tests/support/api.ts'
import { anImage } from '#tests/support/images.ts'
import { fixture } from '../fixture.ts'

const { app, person, entriesOf, refusesGoneUsers } = await fixture()
const path = '/profile-picture'
const picture = await anImage('png')
const small = await anImage('png', 9)
const large = await anImage('png', 513)

describe('200', () => {
  test('stored byte for byte under the type of the content', async () => {
    const { user, ask } = await person()
    await ask('POST', path, fileForm(picture))
    const webp = await anImage('webp', 512)
    const entries = await entriesOf(async () => {
      const { status, body } = await ask('POST', path, fileForm(webp, 'picture', 'text/html'))
      const pictureUrl = `${app.config.baseUrl}/userinfo/picture/${user.subject}`
      expect([status, body]).toEqual([200, { success: true, pictureUrl }])
    })
    const served = await app.fetch(`/userinfo/picture/${user.subject}`)
    expect(served.headers.get('content-type')).toBe('image/webp')
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(webp)
    const details = { userId: user.id, loggedInUser: user.subject }
    expect(entries).toEqual([{ event: 'updated_own_profile_picture', details }])
  })

  test('20 at once: one of them stays', async () => {
    const { refusal } = await person()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refusal('POST', path, fileForm(picture))),
    )
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]))
  })
})

describe('400', () => {
  test.each([
    ['no form', 'picture=x', 'FILE_TOO_LARGE'],
    ['no file of that name', fileForm(picture, 'photo'), 'NO_FILE'],
    [
      'a file over the limit',
      fileForm(new Uint8Array(app.config.profilePictureMaxBytes + 1)),
      'FILE_TOO_LARGE',
    ],
    [
      'a form far over it',
      fileForm(new Uint8Array(app.config.profilePictureMaxBytes + 1_024)),
      'FILE_TOO_LARGE',
    ],
    ['no bytes', fileForm(new Uint8Array()), 'validator.image.empty'],
    ['text', fileForm(Buffer.from('hello')), 'validator.image.unsupported_type'],
    ['a broken image', fileForm(Buffer.from('GIF89a')), 'validator.image.undecodable'],
    ['a small image', fileForm(small), 'validator.image.dimensions_too_small'],
    ['a large image', fileForm(large), 'validator.image.dimensions_too_large'],
  ])('%s', async (_, body, code) => {
    const { refusal } = await person()
    expect(await refusal('POST', path, body)).toEqual([400, code])
  })
})

describe('404', () => refusesGoneUsers(uploadOwnProfilePicture, { file: picture }))
