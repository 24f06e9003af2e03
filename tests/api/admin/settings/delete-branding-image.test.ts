import { describe, expect, test } from 'vitest'
import { call, fileForm, outcome } from '#tests/support/api.ts'
import { anImage } from '#tests/support/images.ts'
import { fixture } from './fixture.ts'

const { app, ask, refusal, reader, granular, settings, lastEntries, entriesOf } = await fixture()
const path = '/settings/branding/images/icon'

describe('200', () => {
  test('removes the image: its address is gone at once', async () => {
    await ask('POST', path, fileForm(await anImage('png', 64)))
    const { iconEtag } = await settings()
    expect((await app.fetch('/branding/icon')).status).toBe(200)
    const { status, body } = await ask('DELETE', path)
    expect([status, body.iconUrl]).toEqual([200, ''])
    expect((await app.fetch('/branding/icon')).status).toBe(404)
    const loggedInUser = granular.client.clientIdentifier
    expect(await lastEntries(1)).toEqual([
      {
        event: 'updated_branding',
        details: { loggedInUser, old: { icon: iconEtag }, new: { icon: '' } },
      },
    ])
  })

  test('succeeds without one, and writes no entry', async () => {
    await ask('DELETE', path)
    const entries = await entriesOf(async () => {
      expect((await ask('DELETE', path)).status).toBe(200)
    })
    expect(entries).toEqual([])
  })
})

describe('400', () => {
  test('an unknown name', async () => {
    expect(await refusal('DELETE', '/settings/branding/images/banner')).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })
})

describe('403', () => {
  test('a reader', async () => {
    expect(await outcome(call(reader, 'DELETE', path))).toEqual([403, 'INSUFFICIENT_SCOPE'])
  })
})
