import { describe, expect, test } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { viewOf } from '#tests/support/views.ts'
import { encryptHint, type Fixture, logoutServer, postLogout } from './fixture.ts'

const { app, fixture, sessionExists } = await logoutServer()
const { client: database } = await fileDatabase()

const foreignPage = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}
/** Headers of a form on another site, from new browsers and from those without `Sec-Fetch-…`. */
const foreignForms: Record<string, string>[] = [
  { ...foreignPage, origin: 'https://evil.example' },
  { ...foreignPage, origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
]

/** A form on another site, sent by the session's browser: SameSite=Lax leaves both cookies out. */
const foreignPost = (fields: Readonly<Record<string, string>>, headers = foreignForms[0]) =>
  postLogout(app, fields, undefined, headers)

/** Submits such a form, and then the server's own form in its answer, with the session's cookies. */
async function followedBy(
  { session }: Pick<Fixture, 'session'>,
  fields: Readonly<Record<string, string>>,
) {
  const person = browser(app)
  const { formPost } = await person.post('/auth/logout', fields, { headers: foreignForms[0] ?? {} })
  if (!formPost) throw new Error('There is no form.')
  person.cookies.set('authserver-session', session.cookie)
  person.cookies.set('authserver-browser', 'a-browser')
  return { person, answer: await person.post(formPost.action, formPost.fields) }
}

describe('a form of another site that comes without the session’s cookie', () => {
  test.each(foreignForms)(
    'changes nothing, and is posted again by a page of ours: %o',
    async (headers) => {
      const signedIn = await fixture()
      const entries = await auditEntries(database)
      const response = await foreignPost({ id_token_hint: await signedIn.hint() }, headers)
      expect(response.status).toBe(200)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.text()).toContain('<form method="post" action="/auth/logout">')
      expect(await sessionExists(signedIn)).toBe(true)
      expect(await auditEntries(database)).toEqual(entries)
    },
  )

  test('is posted again with the same fields, those of its query too', async () => {
    const signedIn = await fixture()
    const { clientIdentifier: client_id, secret } = signedIn.client
    const fields = {
      id_token_hint: await encryptHint(await signedIn.hint(), secret),
      client_id,
      post_logout_redirect_uri: 'https://client.example/"after"?a=1&b=<2>',
      state: 's'.repeat(5_000),
    }
    const person = browser(app)
    const query = new URLSearchParams({ ui_locales: 'fr  de', other: 'dropped' })
    const answer = await person.post(`/auth/logout?${query}`, fields, {
      headers: foreignForms[0] ?? {},
    })
    expect(answer.formPost?.fields).toEqual({ ...fields, ui_locales: 'fr de', posted_again: '1' })
    const stateless = await person.post(
      '/auth/logout',
      { id_token_hint: await signedIn.hint(), state: '' },
      { headers: foreignForms[0] ?? {} },
    )
    expect(stateless.formPost?.fields).toMatchObject({ state: '' })
  })

  test('has a page whose script may run, and a button where scripts are off', async () => {
    const signedIn = await fixture()
    const response = await foreignPost({ id_token_hint: await signedIn.hint() })
    const page = await response.text()
    const nonce = /script-src 'nonce-([^']+)'/.exec(
      response.headers.get('content-security-policy') ?? '',
    )?.[1]
    expect(response.headers.get('content-security-policy')).not.toContain('form-action')
    expect(page).toContain(`<script nonce="${nonce}">document.forms[0].submit()</script>`)
    expect(page).toContain('<noscript><button type="submit">')
  })

  test('has a page that cannot be framed', async () => {
    const signedIn = await fixture()
    const { headers } = await foreignPost({ id_token_hint: await signedIn.hint() })
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).toContain("; frame-ancestors 'none'")
  })

  test.each(foreignForms)(
    'is posted again once: where that comes from elsewhere too, the visitor is asked: %o',
    async (headers) => {
      const signedIn = await fixture()
      const entries = await auditEntries(database)
      const kept = { post_logout_redirect_uri: signedIn.client.redirectUri, state: '' }
      const fields = {
        id_token_hint: await signedIn.hint(),
        client_id: signedIn.client.clientIdentifier,
        ...kept,
        ui_locales: 'fr',
      }
      const person = browser(app)
      const { formPost } = await person.post('/auth/logout', fields, {
        headers: foreignForms[0] ?? {},
      })
      const response = await foreignPost(formPost?.fields ?? {}, headers)
      const query = new URLSearchParams({ ...kept, ui_locales: 'fr' })
      const answer = [response.status, response.headers.get('location')]
      expect(answer).toEqual([303, `${baseUrl}/auth/logout?${query}`])
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await sessionExists(signedIn)).toBe(true)
      expect(await auditEntries(database)).toEqual(entries)
    },
  )

  test('with the hint of the browser’s own session signs it out, as the application asked', async () => {
    const signedIn = await fixture()
    const { person, answer } = await followedBy(signedIn, {
      id_token_hint: await signedIn.hint(),
      post_logout_redirect_uri: signedIn.client.redirectUri,
      state: 's',
    })
    expect(answer.location?.href).toBe(`${signedIn.client.redirectUri}?state=s`)
    expect(await sessionExists(signedIn)).toBe(false)
    expect([...person.cookies.keys()]).toEqual([])
  })

  test('with the hint of another session signs nobody out, and keeps the cookies', async () => {
    const [victim, attacker] = [await fixture(), await fixture()]
    const { person, answer } = await followedBy(victim, { id_token_hint: await attacker.hint() })
    expect(answer.view?.page).toBe('logout-confirm')
    expect([...person.cookies.keys()]).toEqual(['authserver-session', 'authserver-browser'])
    expect(await sessionExists(victim)).toBe(true)
    expect(await sessionExists(attacker)).toBe(true)
  })

  test('is judged for good the second time, when the browser has no session at all', async () => {
    const signedIn = await fixture()
    const person = browser(app)
    const fields = { id_token_hint: await signedIn.hint() }
    const { formPost } = await person.post('/auth/logout', fields, {
      headers: foreignForms[0] ?? {},
    })
    const answer = await person.post(formPost?.action ?? '', formPost?.fields ?? {})
    expect(answer.view?.page).toBe('signed-out')
    expect(await sessionExists(signedIn)).toBe(false)
  })

  test('leads to the confirmation page at once when its hint proves nothing', async () => {
    const response = await foreignPost({ id_token_hint: 'rubbish' })
    const answer = [response.status, response.headers.get('location')]
    expect(answer).toEqual([303, `${baseUrl}/auth/logout`])
  })
})

describe('is judged at once, as there is nothing to wait for:', () => {
  const signsOut = async (headers: Record<string, string>, withCookie = false) => {
    const signedIn = await fixture()
    const fields = { id_token_hint: await signedIn.hint() }
    const session = withCookie ? signedIn.session : undefined
    const response = await postLogout(app, fields, session, headers)
    expect(viewOf(response)?.page).toBe('signed-out')
    expect(await sessionExists(signedIn)).toBe(false)
  }

  test('a form of another origin that brought the session’s cookie', async () => {
    for (const headers of foreignForms) await signsOut(headers, true)
  })

  test.each([
    ['a form of our own', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
    [
      'a form of our own, in a browser that tells the origin only',
      { origin: 'http://localhost:3000' },
    ],
    ['what comes from no browser', {}],
    ['a script of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
    ['a form of another site in a frame', { ...foreignForms[0], 'sec-fetch-dest': 'iframe' }],
    ['a form in a frame of no origin', { ...foreignForms[1], 'sec-fetch-dest': 'iframe' }],
  ])('%s', async (_, headers) => {
    await signsOut(headers as Record<string, string>)
  })
})
