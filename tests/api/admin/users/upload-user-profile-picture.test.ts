import { describe, expect, test } from 'vitest'
import { call, fileForm, outcome } from '#tests/support/api.ts'
import { anImage } from '#tests/support/images.ts'
import { aUser } from '#tests/support/people.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { app, refusal, store, manager, granular, entriesOf, anAdministrator } = await fixture()

const pathOf = (user: { id: number }) => `/users/${user.id}/profile-picture`
const picture = await anImage('png')
const small = await anImage('png', 9)
const large = await anImage('png', 513)

async function upload(form: unknown) {
  const user = await aUser(store)
  return refusal('POST', pathOf(user), form)
}

describe('200', () => {
  test('stored byte for byte under the type of the content, in place of the former one', async () => {
    const user = await aUser(store)
    await call(manager, 'POST', pathOf(user), fileForm(await anImage('gif')))
    const webp = await anImage('webp', 512)
    const entries = await entriesOf(async () => {
      const answer = await call(
        manager,
        'POST',
        pathOf(user),
        fileForm(webp, 'picture', 'text/html'),
      )
      expect([answer.status, answer.body]).toEqual([
        200,
        { success: true, pictureUrl: `${app.config.baseUrl}/userinfo/picture/${user.subject}` },
      ])
    })
    const served = await app.fetch(`/userinfo/picture/${user.subject}`)
    expect(served.headers.get('content-type')).toBe('image/webp')
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(webp)
    const loggedInUser = manager.client.clientIdentifier
    expect(entries).toEqual([
      { event: 'updated_user_profile_picture', details: { userId: user.id, loggedInUser } },
    ])
  })

  test('the first of several files counts; other fields do not', async () => {
    const user = await aUser(store)
    const form = fileForm(picture)
    form.append('picture', new Blob(['no image']), 'second.png')
    form.append('caption', 'hello')
    expect((await call(granular, 'POST', pathOf(user), form)).status).toBe(200)
    expect((await store.images.pictureOfSubject(user.subject))?.contentType).toBe('image/png')
  })

  test('20 at once: one of them stays', async () => {
    const user = await aUser(store)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(manager, 'POST', pathOf(user), fileForm(picture))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

test('the first file of that name is taken, whatever text has the name too', async () => {
  const form = new FormData()
  form.append('picture', 'only text')
  form.append('picture', new Blob([picture]), 'first.png')
  form.append('picture', new Blob(['no picture']), 'second.png')
  expect(await upload(form)).toEqual([200, ''])
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    const answer = refusal('POST', `/users/${id}/profile-picture`, fileForm(picture))
    expect(await answer).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('no form', async () => {
    for (const body of [{ picture: 'x' }, 'picture=x', picture]) {
      expect(await upload(body)).toEqual([400, 'FILE_TOO_LARGE'])
    }
  })

  test('no file of that name', async () => {
    const text = new FormData()
    text.append('picture', 'only text')
    for (const form of [fileForm(picture, 'photo'), text]) {
      expect(await upload(form)).toEqual([400, 'NO_FILE'])
    }
  })

  test('a file over the size limit is too large, by one byte or by many', async () => {
    const { profilePictureMaxBytes: limit } = app.config
    const file = (size: number) => upload(fileForm(new Uint8Array(size)))
    expect(await file(limit)).toEqual([400, 'validator.image.unsupported_type'])
    for (const size of [limit + 1, limit + 1_024, limit * 2]) {
      expect(await file(size)).toEqual([400, 'FILE_TOO_LARGE'])
    }
  })

  test.each([
    ['no bytes', new Uint8Array(), 'empty'],
    ['text', new Uint8Array(Buffer.from('hello')), 'unsupported_type'],
    ['a broken image', new Uint8Array(Buffer.from('GIF89a')), 'undecodable'],
    ['a small image', small, 'dimensions_too_small'],
    ['a large image', large, 'dimensions_too_large'],
  ])('%s', async (_, bytes, key) => {
    expect(await upload(fileForm(bytes))).toEqual([400, `validator.image.${key}`])
  })
})

describe('403', () => {
  test('a granular scope and an administrator', async () => {
    const user = await anAdministrator()
    const answer = call(granular, 'POST', pathOf(user), fileForm(picture))
    expect(await outcome(answer)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await store.images.hasPicture(user.id)).toBe(false)
  })

  test('only after every 400', async () => {
    const answer = call(granular, 'POST', pathOf(await anAdministrator()), fileForm(picture, 'x'))
    expect(await outcome(answer)).toEqual([400, 'NO_FILE'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, whatever is sent', async (id) => {
    expect(await refusal('POST', `/users/${id}/profile-picture`, 'x')).toEqual([404, 'NOT_FOUND'])
  })
})
