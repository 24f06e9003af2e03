import { describe, expect, test } from 'vitest'
import { aUserWithOtp, codeAt } from '#tests/protocol/authorize/fixture.ts'
import { browser, type Visit } from '#tests/support/browser.ts'
import { approval, authorizePath, responseOf } from '#tests/support/oauth.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { arrive, certifiedClient, certifiedServer, certifiedUser } from './fixture.ts'

const app = await certifiedServer()
const client = await certifiedClient(app)
const user = await certifiedUser(app)

const state = ' a+b%20c&d=e#f"g\'h\\i{j}<k>/?:@~ü '
const nonce = 'a-nonce'

/** Response modes, with the part of a visit that carries the response. */
const channels: [string, Record<string, string>, (visit: Visit) => string | undefined][] = [
  ['in the query', { response_type: 'code' }, ({ location }) => location?.search],
  [
    'in the fragment, for tokens',
    { response_type: 'id_token token', nonce },
    ({ location }) => location?.hash,
  ],
  [
    'in the fragment, for a code that asks for it',
    { response_type: 'code', response_mode: 'fragment' },
    ({ location }) => location?.hash,
  ],
  [
    'as a form',
    { response_type: 'code', response_mode: 'form_post' },
    ({ formPost }) => formPost?.action,
  ],
]

describe.each(channels)('%s', (name, request, part) => {
  test('state comes back unchanged, on success and with an error', async () => {
    const { response, last } = await arrive(app, client, user, { ...request, state })
    expect(part(last)).toBeTruthy()
    expect(response.state).toBe(state)
    expect(response.error).toBeUndefined()
    for (const change of [{ prompt: 'none' }, { scope: 'openid "x\\' }, { max_age: 'ü' }]) {
      const refused = await browser(app).visit(
        authorizePath(client, { ...request, state, ...change }),
      )
      expect(part(refused)).toBeTruthy()
      expect(responseOf(refused)).toMatchObject({ error: expect.any(String), state })
    }
  })

  test('an error is error, error_description and state; the text is plain ASCII', async () => {
    for (const change of [{ prompt: 'none' }, { scope: 'openid "ü\\' }, { prompt: 'ü"\\' }]) {
      const refused = await browser(app).visit(authorizePath(client, { ...request, ...change }))
      const fields = responseOf(refused) ?? {}
      expect(Object.keys(fields)).toEqual(['error', 'error_description', 'state'])
      expect(fields.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
    }
  })

  if (name !== 'in the query') {
    test('nothing of it stands in the query', async () => {
      const { last } = await arrive(app, client, user, request)
      expect(last.location?.search ?? '').toBe('')
      expect(last.formPost?.action ?? client.redirectUri).toBe(client.redirectUri)
      const refused = await browser(app).visit(
        authorizePath(client, { ...request, prompt: 'none' }),
      )
      expect(refused.location?.search ?? '').toBe('')
    })
  }
})

test('an access token comes with its type and the seconds it lives', async () => {
  for (const response_type of ['token', 'id_token token']) {
    const { response } = await arrive(app, client, user, { response_type, nonce })
    expect(response).toMatchObject({ token_type: 'Bearer', expires_in: '300' })
    expect(response.access_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  }
})

test('codes are long, different each time, and need no escape in an address', async () => {
  const codes = await Promise.all(
    [1, 2, 3].map(async () => (await arrive(app, client, user)).response.code),
  )
  expect(new Set(codes).size).toBe(3)
  for (const code of codes) expect(code).toMatch(/^[\w.-]{43,}$/)
})

test('what leaves a POST is a 303 or 302, all the way', async () => {
  const strict = await certifiedClient(app, {
    defaultAcrLevel: 'urn:authserver:level2_mandatory',
    consentRequired: true,
  })
  const person = await aUserWithOtp(app)
  const redirects: [from: string, status: number][] = []
  const recording = browser({
    async fetch(path, init) {
      const response = await app.fetch(path, init)
      if (response.headers.has('location')) {
        redirects.push([new URL(path, baseUrl).pathname, response.status])
      }
      return response
    },
  })
  const fields = [...new URL(authorizePath(strict), baseUrl).searchParams]
  await recording.post('/auth/authorize', fields as [string, string][])
  await recording.submit({ email: person.email, password: person.password })
  await recording.submit({ otp: codeAt(app, person.otpSecret) })
  const end = await recording.submit({ consent0: 'on', btnSubmit: 'submit' })
  expect(responseOf(end)?.code).toBeDefined()
  await recording.post('/auth/logout', {
    client_id: strict.clientIdentifier,
    post_logout_redirect_uri: strict.redirectUri,
  })
  for (const path of [
    '/auth/authorize',
    '/auth/pwd',
    '/auth/otp',
    '/auth/consent',
    '/auth/logout',
  ]) {
    expect(redirects.map(([from]) => from)).toContain(path)
  }
  expect(redirects.filter(([, status]) => status !== 302 && status !== 303)).toEqual([])
})

test('the form_post page is static, works without script, and may post to the client', async () => {
  const { last } = await arrive(app, client, user, { response_mode: 'form_post' })
  expect(last.headers.get('cache-control')).toBe('no-store')
  expect(last.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(last.body.match(/<form/g)).toHaveLength(1)
  expect(last.body).not.toMatch(/enctype|<link|<img|<iframe|src=/)
  const inputs = last.body.match(/<input[^>]*>/g) ?? []
  expect(inputs).toHaveLength(2)
  for (const input of inputs) expect(input).toContain('type="hidden"')
  expect(last.body).toMatch(/<noscript><button type="submit">/)
  const policy = last.headers.get('content-security-policy') ?? ''
  const nonce = /<script nonce="([^"]+)">document\.forms\[0\]\.submit\(\)<\/script>/.exec(last.body)
  expect(policy).toContain(`script-src 'nonce-${nonce?.[1]}'`)
  expect(policy).not.toContain('form-action')
})

test('a refusal on a page of ours travels the same way', async () => {
  const asking = await certifiedClient(app, { consentRequired: true })
  for (const [, request, part] of channels) {
    const person = browser(app)
    await person.visit(authorizePath(asking, request))
    const page = await person.submit({ email: user.email, password: user.password })
    expect(approval(page)).toHaveLength(2)
    const declined = await person.submit({ btnCancel: 'cancel' })
    expect(part(declined)).toBeTruthy()
    expect(responseOf(declined)?.error).toBe('access_denied')
  }
})
