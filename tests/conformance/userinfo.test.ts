import { beforeAll, describe, expect, test } from 'vitest'
import { readJwt } from '#tests/support/oauth.ts'
import { aUser } from '#tests/support/people.ts'
import {
  arrive,
  certifiedClient,
  certifiedServer,
  certifiedUser,
  tokensFor,
  userinfo,
} from './fixture.ts'

const app = await certifiedServer()
const client = await certifiedClient(app)
const user = await certifiedUser(app)

async function signedIn(scope: string, of = user) {
  const { body } = await tokensFor(app, client, await arrive(app, client, of, { scope }))
  return { access: body.access_token ?? '', id: readJwt(body.id_token ?? '').payload }
}

const claimsFor = async (scope: string, of = user) =>
  (await userinfo(app, (await signedIn(scope, of)).access)).claims

describe('the token may come', () => {
  const form = 'application/x-www-form-urlencoded'
  let access = ''
  let subject: unknown

  beforeAll(async () => {
    const tokens = await signedIn('openid')
    access = tokens.access
    subject = tokens.id.sub
  })

  test.each<[string, () => RequestInit]>([
    ['by GET in the header', () => ({ headers: { authorization: `Bearer ${access}` } })],
    [
      'by POST in the header',
      () => ({ method: 'POST', headers: { authorization: `Bearer ${access}` } }),
    ],
    [
      'by POST in the header, with the type of a form and no body',
      () => ({
        method: 'POST',
        headers: { authorization: `Bearer ${access}`, 'content-type': form },
        body: '',
      }),
    ],
    [
      'by POST in the form',
      () => ({ method: 'POST', body: new URLSearchParams({ access_token: access }) }),
    ],
  ])('%s; sub is that of the ID token', async (_, init) => {
    const response = await app.fetch('/userinfo', init())
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ sub: subject })
  })
})

describe('the claims of a scope', () => {
  test.each([
    [
      'profile',
      'name given_name family_name middle_name nickname preferred_username profile picture website gender birthdate zoneinfo locale updated_at',
    ],
    ['email', 'email email_verified'],
    ['phone', 'phone_number phone_number_verified'],
    ['address', 'address'],
  ])('%s are complete, and no others come', async (scope, names) => {
    const claims = await claimsFor(`openid ${scope}`)
    expect(Object.keys(claims).sort()).toEqual(['sub', ...names.split(' ')].sort())
  })

  test('all together', async () => {
    const claims = await claimsFor('openid profile email address phone')
    expect(Object.keys(claims)).toHaveLength(1 + 14 + 2 + 1 + 2)
  })

  test('have the types of OpenID Connect', async () => {
    const claims = await claimsFor('openid profile email address phone')
    expect(claims.email_verified).toBe(true)
    expect(claims.phone_number_verified).toBe(true)
    expect(Number.isInteger(claims.updated_at)).toBe(true)
    expect(claims.birthdate).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(claims.address).toMatchObject({ country: 'US', locality: 'Arlington' })
    const texts = Object.entries(claims).filter(([, value]) => typeof value === 'string')
    expect(texts).toHaveLength(16)
  })

  test('without a value are left out: no empty text, no null, no empty address', async () => {
    const bare = await aUser(app.store, { givenName: '', familyName: '' })
    const claims = await claimsFor('openid profile email address phone', bare)
    const values = Object.values(claims)
    expect(values).not.toContain('')
    expect(values).not.toContain(null)
    expect(claims).not.toHaveProperty('address')
    expect(claims).not.toHaveProperty('name')
    expect(claims).not.toHaveProperty('picture')
  })
})
