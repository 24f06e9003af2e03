import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSecureHost } from '#tests/support/secure-host.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { fixture } from './fixture.ts'

const { app, ask } = await fixture()
const path = '/settings/sign-in'
const former = 'login.former.example'
const host = await openSecureHost(former)
afterAll(host.close)
beforeAll(() => app.changeSettings({ passkeysEnabled: true }))

const found = async (sent: object = { passkeyRelyingPartyId: former }) => {
  const { status, body } = await ask('PUT', path, sent)
  expect(status).toBe(200)
  return body.relatedOrigins
}

const file = (body: unknown, headers: object = {}, status = 200): RequestListener => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return (_, res) =>
    void res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text)
}

describe('a domain of passkeys outside of which this server is', () => {
  test.each<[string, string, RequestListener]>([
    ['names this server', 'ok', file({ origins: ['https://other.example', baseUrl] })],
    ['names it among oddities', 'ok', file({ origins: ['', 'nonsense', `${baseUrl}/path`] })],
    ['names others', 'origin_missing', file({ origins: ['https://other.example'] })],
    ['names none', 'origin_missing', file({ origins: [] })],
    ['names its host at another port', 'origin_missing', file({ origins: ['http://localhost:1'] })],
    ['has no file', 'unusable', file({ origins: [baseUrl] }, {}, 404)],
    ['redirects', 'unusable', file('', { Location: 'https://other.example/' }, 302)],
    ['sends a page', 'unusable', file({ origins: [baseUrl] }, { 'Content-Type': 'text/html' })],
    ['sends no JSON', 'unusable', file('{"origins":')],
    ['sends null', 'unusable', file('null')],
    ['sends no list', 'unusable', file({ origins: baseUrl })],
    ['sends a list of other things', 'unusable', file({ origins: [baseUrl, 1] })],
    ['sends too much', 'unusable', file({ origins: [baseUrl], more: 'x'.repeat(300_000) })],
    ['hangs up', 'unreachable', (req) => void req.socket.destroy()],
  ])('%s: %s', async (_, state, listener) => {
    host.answerBy(listener)
    expect(await found()).toBe(state)
    expect(host.asked.splice(0)).toEqual(['/.well-known/webauthn'])
  })

  test('is saved all the same, and shown with what it has to name', async () => {
    host.answerBy(file({ origins: [] }))
    await found()
    expect((await ask('GET', path)).body).toMatchObject({
      passkeyRelyingPartyId: former,
      originsOutside: [baseUrl],
    })
  })

  test('that does not exist: unreachable', async () => {
    expect(await found({ passkeyRelyingPartyId: 'nowhere.former.example' })).toBe('unreachable')
  })
})

describe('nobody is asked', () => {
  test.each([
    ['where the domain is the host of this server', { passkeyRelyingPartyId: 'localhost' }],
    ['where no domain is named', { passkeyRelyingPartyId: '' }],
    ['where the domain was not sent', { rememberBrowserDays: 1 }],
    ['while passkeys are off', { passkeysEnabled: false, passkeyRelyingPartyId: former }],
  ])('%s', async (_, sent) => {
    await app.changeSettings({ passkeysEnabled: true, passkeyRelyingPartyId: former })
    host.asked.splice(0)
    expect(await found(sent)).toBe('not_needed')
    expect(host.asked).toEqual([])
  })
})
