import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { brokenBodies } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { ask, refusal, reader, granular, settings, lastEntries, entriesOf } = await fixture()
const path = '/settings/branding'
const loggedInUser = granular.client.clientIdentifier

describe('200', () => {
  test('saves, answers with all fields and records those that changed', async () => {
    await ask('PUT', path, { primaryColor: '', corners: 'theme' })
    const sent = {
      primaryColor: ' #0F6B5C ',
      corners: 'round',
      supportUrl: 'mailto:help@company.example',
      termsUrl: 'https://company.example/@terms?a=b#c',
    }
    const saved = { ...sent, primaryColor: '#0f6b5c' }
    const { status, body } = await ask('PUT', path, sent)
    expect([status, body]).toEqual([200, expect.objectContaining({ ...saved, privacyUrl: '' })])
    expect(await settings()).toMatchObject(saved)
    const old = { primaryColor: '', corners: 'theme', supportUrl: '', termsUrl: '' }
    expect(await lastEntries(1)).toEqual([
      { event: 'updated_branding', details: { loggedInUser, old, new: saved } },
    ])
  })

  test('what is left out or null stays; without a change there is no entry', async () => {
    await ask('PUT', path, { footerText: 'Company Ltd.', primaryColor: '#112233' })
    const entries = await entriesOf(async () => {
      for (const body of [{}, { footerText: null }, { footerText: ' Company Ltd. ' }]) {
        expect((await ask('PUT', path, body)).status).toBe(200)
      }
    })
    expect(entries).toEqual([])
    expect(await settings()).toMatchObject({
      footerText: 'Company Ltd.',
      primaryColor: '#112233',
    })
  })

  test('an empty text removes a value', async () => {
    await ask('PUT', path, { statusUrl: 'https://status.example', footerText: 'x' })
    await ask('PUT', path, { statusUrl: '', footerText: '' })
    expect(await settings()).toMatchObject({ statusUrl: '', footerText: '' })
  })

  test.each([
    ['footerText', '名'.repeat(200)],
    ['privacyUrl', `https://a.example/${'x'.repeat(238)}`],
  ])('%s of the longest length', async (field, value) => {
    expect((await ask('PUT', path, { [field]: value })).body).toMatchObject({ [field]: value })
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (body) => {
    expect(await refusal('PUT', path, body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  const style = '#fff;}body{background:url(https://evil.example)}'
  test.each([
    ...['red', '#fff', '#12345', '#1234567', '#12345g', 'rgb(0,0,0)', style, '#123456\n}'].map(
      (color) => ['primaryColor', color],
    ),
    ['primaryColorDark', 'var(--x)'],
    ...['', 'rounded', 'round;}', '8px', 'Round'].map((corners) => ['corners', corners]),
    ...[
      'javascript:alert(1)',
      'http://company.example',
      '//company.example',
      'data:text/html,x',
    ].map((url) => ['privacyUrl', url]),
    ...['https://', 'https:company.example', 'https://a b.example', 'https://a.example/"x'].map(
      (url) => ['termsUrl', url],
    ),
    ...['https://bank.example@evil.example/', 'https://a.example\\@evil.example'].map((url) => [
      'statusUrl',
      url,
    ]),
    ['termsUrl', 'mailto:help@company.example'],
    ...[
      'mailto:',
      'mailto:x',
      'mailto:a@b.example?subject=x',
      'mailto:a@b.example,c@d.example',
    ].map((url) => ['supportUrl', url]),
    ['supportUrl', `https://a.example/${'x'.repeat(239)}`],
    ['footerText', 'x'.repeat(201)],
    ['footerText', 'two\nlines'],
    ['footerText', '<b>bold</b>'],
  ])('%s: %j, and nothing is saved', async (field = '', value) => {
    const before = await settings()
    const body = { corners: 'square', [field]: value }
    expect(await refusal('PUT', path, body)).toEqual([400, 'VALIDATION_ERROR'])
    expect(await settings()).toEqual(before)
  })
})

describe('403', () => {
  test('a reader', async () => {
    expect(await outcome(call(reader, 'PUT', path, {}))).toEqual([403, 'INSUFFICIENT_SCOPE'])
  })
})
