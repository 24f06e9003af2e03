import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { authorizePath, readJwt, responseOf } from '#tests/support/oauth.ts'
import { arrive, certifiedClient, certifiedServer, certifiedUser, tokensFor } from './fixture.ts'

const app = await certifiedServer()
const registered = 'https://rp.example/after?x=1'
const client = await certifiedClient(app, {
  redirectUris: ['https://client.example/callback', registered],
})

async function signedIn() {
  const user = await certifiedUser(app)
  const { browser: person, ...rest } = await arrive(app, client, user)
  const { body } = await tokensFor(app, client, { browser: person, ...rest })
  return { person, hint: body.id_token ?? '' }
}

const logout = (parameters: Record<string, string>) =>
  `/auth/logout?${new URLSearchParams(parameters)}`

type Person = Awaited<ReturnType<typeof signedIn>>['person']

/** The error of prompt=none; undefined while the browser has a session. */
async function errorOfSilence(person: Person): Promise<string | undefined> {
  return responseOf(await person.visit(authorizePath(client, { prompt: 'none' })))?.error
}

const printable = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))

describe('GET with a confirmed hint', () => {
  test('signs out at once and adds to the registered URI nothing but state', async () => {
    const { person, hint } = await signedIn()
    const request = { id_token_hint: hint, post_logout_redirect_uri: registered }
    const end = await person.visit(logout({ ...request, state: printable }))
    expect([...(end.location?.searchParams ?? [])]).toEqual([
      ['x', '1'],
      ['state', printable],
    ])
    expect(end.location?.href.startsWith(`${registered}&state=`)).toBe(true)
    expect(await errorOfSilence(person)).toBe('login_required')
  })

  test('adds no state when none came', async () => {
    const { person, hint } = await signedIn()
    const end = await person.visit(
      logout({ id_token_hint: hint, post_logout_redirect_uri: registered }),
    )
    expect(end.location?.href).toBe(registered)
  })

  test.each([
    ['a URI that is not registered', 'https://rp.example/other'],
    ['a registered one with a query added', `${registered}&foo=bar`],
    ['a registered one without its query', 'https://rp.example/after'],
  ])('and %s: signs out, says so on a page with a notice, no redirect', async (_, uri) => {
    const { person, hint } = await signedIn()
    const end = await person.visit(logout({ id_token_hint: hint, post_logout_redirect_uri: uri }))
    expect([end.status, end.location]).toEqual([200, null])
    expect(end.view).toMatchObject({ page: 'signed-out', redirectRefused: true })
    expect(await errorOfSilence(person)).toBe('login_required')
  })

  test('and no URI: the signed-out page without notice', async () => {
    const { person, hint } = await signedIn()
    const end = await person.visit(logout({ id_token_hint: hint }))
    expect(end.view).toMatchObject({ page: 'signed-out', redirectRefused: false })
  })
})

describe('a hint that proves nothing leads to the confirmation page, never to a redirect:', () => {
  const forge = (hint: string, change: object) => {
    const payload = { ...readJwt(hint).payload, ...change }
    return [{ alg: 'none', typ: 'JWT' }, payload]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .concat('')
      .join('.')
  }
  const symmetric = (hint: string) =>
    new SignJWT(readJwt(hint).payload)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: String(readJwt(hint).header.kid) })
      .sign(Buffer.from(client.secret))

  test.each<[string, (hint: string) => string | Promise<string>]>([
    ['without a signature', (hint) => forge(hint, {})],
    [
      'with another issuer and no signature',
      (hint) => forge(hint, { iss: 'https://evil.example' }),
    ],
    ['signed with the secret of the client', symmetric],
    ['with a broken signature', (hint) => `${hint.slice(0, -8)}AAAAAAAA`],
    ['that is no token', () => 'bogus'],
  ])('%s', async (_, damage) => {
    const { person, hint } = await signedIn()
    const request = { id_token_hint: await damage(hint), post_logout_redirect_uri: registered }
    const page = await person.visit(logout({ ...request, client_id: client.clientIdentifier }))
    expect([page.status, page.location, page.view?.page]).toEqual([200, null, 'logout-confirm'])
    expect(await errorOfSilence(person)).toBeUndefined()
    await person.visit(logout(request))
    const end = await person.submit()
    expect([end.location, end.view?.page]).toEqual([null, 'signed-out'])
    expect(await errorOfSilence(person)).toBe('login_required')
  })

  test('of another client', async () => {
    const { person, hint } = await signedIn()
    const other = await certifiedClient(app)
    const page = await person.visit(
      logout({ id_token_hint: hint, client_id: other.clientIdentifier }),
    )
    expect(page.view?.page).toBe('logout-confirm')
  })
})

describe('without a hint', () => {
  test('a confirmation page; confirming shows the signed-out page', async () => {
    const { person } = await signedIn()
    expect((await person.visit('/auth/logout')).view?.page).toBe('logout-confirm')
    expect(await errorOfSilence(person)).toBeUndefined()
    await person.visit('/auth/logout')
    expect((await person.submit()).view?.page).toBe('signed-out')
    expect(await errorOfSilence(person)).toBe('login_required')
  })

  test('and without a session, too', async () => {
    const person = browser(app)
    expect((await person.visit('/auth/logout')).view?.page).toBe('logout-confirm')
    expect((await person.submit()).view?.page).toBe('signed-out')
  })
})
