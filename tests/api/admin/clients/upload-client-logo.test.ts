import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { call, fileForm, outcome } from '#tests/support/api.ts'
import { aClient } from '#tests/support/people.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { app, store, ask, refusal, manager, granular, lastEntries, promote } = await fixture()

const pathOf = ({ id }: { readonly id: number }) => `/clients/${id}/logo`

async function anImage(format: 'png' | 'jpeg' | 'gif' | 'webp', width = 64, height = 64) {
  const canvas = sharp({ create: { width, height, channels: 3, background: '#336699' } })
  return new Uint8Array(await canvas.toFormat(format).toBuffer())
}

describe('200', () => {
  test.each(['png', 'jpeg', 'gif', 'webp'] as const)(
    'a %s is served byte for byte under the type of its content',
    async (format) => {
      const client = await aClient(store)
      const bytes = await anImage(format)
      const form = fileForm(bytes, 'picture', 'text/html')
      const { status, body } = await ask<object>('POST', pathOf(client), form)
      const pictureUrl = `${baseUrl}/client/logo/${client.clientIdentifier}`
      expect([status, body]).toEqual([200, { success: true, pictureUrl }])
      const served = await app.fetch(pictureUrl)
      expect(served.headers.get('content-type')).toBe(`image/${format}`)
      expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes)
      expect(await lastEntries(1)).toEqual([
        {
          event: 'updated_client_logo',
          details: { clientId: client.id, loggedInUser: manager.client.clientIdentifier },
        },
      ])
    },
  )

  test('another one takes its place; the entity tag is 16 hexadecimal characters of its SHA-256', async () => {
    const client = await aClient(store)
    for (const size of [10, 512, 10]) {
      const image = await anImage('png', size, size)
      expect((await ask('POST', pathOf(client), fileForm(image))).status).toBe(200)
      const served = await app.fetch(`/client/logo/${client.clientIdentifier}`)
      expect(served.headers.get('etag')).toBe(`"${sha256Hex(image).slice(0, 16)}"`)
      expect(new Uint8Array(await served.arrayBuffer())).toEqual(image)
    }
  })

  test('many at once: all succeed, one logo remains', async () => {
    const client = await aClient(store)
    const bytes = await anImage('png')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refusal('POST', pathOf(client), fileForm(bytes))),
    )
    expect(new Set(answers.map(String))).toEqual(new Set(['200,']))
    expect(await store.clients.hasLogo(client.id)).toBe(true)
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('POST', `/clients/${id}/logo`, new FormData())).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })

  test('a form without the file, or none at all', async () => {
    const client = await aClient(store)
    const form = fileForm(await anImage('png'), 'logo')
    expect(await refusal('POST', pathOf(client), form)).toEqual([400, 'NO_FILE'])
    expect(await refusal('POST', pathOf(client), '{}')).toEqual([400, 'FILE_TOO_LARGE'])
  })

  test('more bytes than the setting allows', async () => {
    const client = await aClient(store)
    const bytes = new Uint8Array(app.config.profilePictureMaxBytes + 1)
    expect(await refusal('POST', pathOf(client), fileForm(bytes))).toEqual([400, 'FILE_TOO_LARGE'])
  })

  test('a request far beyond it', async () => {
    const huge = new Uint8Array(app.config.profilePictureMaxBytes + 1024 * 1024)
    const form = new Response(fileForm(huge))
    const response = await app.fetch(`/api/v1/admin${pathOf(await aClient(store))}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${manager.value}`,
        'content-type': form.headers.get('content-type') ?? '',
      },
      body: await form.arrayBuffer(),
    })
    const { error_code } = await response.json()
    expect([response.status, error_code]).toEqual([400, 'FILE_TOO_LARGE'])
  })

  test.each([
    ['no bytes', async () => new Uint8Array(), 'validator.image.empty'],
    ['SVG', async () => Buffer.from('<svg xmlns="x"/>'), 'validator.image.unsupported_type'],
    ['text', async () => Buffer.from('hello'), 'validator.image.unsupported_type'],
    ['a torn PNG', async () => (await anImage('png')).slice(0, 20), 'validator.image.undecodable'],
    ['9 pixels', () => anImage('png', 9, 64), 'validator.image.dimensions_too_small'],
    ['513 pixels', () => anImage('png', 64, 513), 'validator.image.dimensions_too_large'],
  ])('%s', async (_, bytes, code) => {
    const client = await aClient(store)
    expect(await refusal('POST', pathOf(client), fileForm(await bytes()))).toEqual([400, code])
    expect(await store.clients.hasLogo(client.id)).toBe(false)
  })
})

describe('403', () => {
  test('a granular scope and an administrator client, after every fault of the file', async () => {
    const client = await aClient(store)
    await promote(client)
    const as = (form: FormData) => outcome(call(granular, 'POST', pathOf(client), form))
    expect((await as(fileForm(new Uint8Array())))[0]).toBe(400)
    expect(await as(fileForm(await anImage('png')))).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await store.clients.hasLogo(client.id)).toBe(false)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, before the form is read', async (id) => {
    expect(await refusal('POST', `/clients/${id}/logo`, 'x')).toEqual([404, 'NOT_FOUND'])
  })
})
