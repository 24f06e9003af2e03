import { beforeAll, describe, expect, it } from 'vitest'
import { aClient, aGroup, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { aSession, userToken } from './issued-tokens.ts'

const tested = await server()
const { store, fetch, post } = tested
const { prisma: database } = tested.runtime.database

const formType = 'application/x-www-form-urlencoded'
const allScopes = 'openid profile email address phone groups attributes'
const updatedAt = new Date('2031-02-01T10:20:30.900Z')

let client: TestClient
let user: TestUser

const profile = {
  username: 'ada',
  givenName: 'Ada',
  middleName: 'King',
  familyName: 'Lovelace',
  nickname: 'Countess',
  website: 'https://ada.example',
  gender: 'female',
  birthDate: '1815-12-10',
  zoneInfo: 'Europe/London',
  locale: 'en-GB',
  addressLine1: '12 St James Square',
  addressLine2: 'First floor',
  addressLocality: 'London',
  addressRegion: 'Greater London',
  addressPostalCode: 'SW1Y 4JH',
  addressCountry: 'GB',
  phoneNumber: '2079460000',
  phoneNumberCountryCallingCode: '+44',
  phoneNumberVerified: true,
}

beforeAll(async () => {
  client = await aClient(store)
  user = await aUser(store, { ...profile, email: 'ada@example.org', updatedAt })
  await database.userProfilePicture.create({
    data: { userId: user.id, image: Buffer.from('x'), contentType: 'image/png' },
  })
  await aGroup(store, { groupIdentifier: 'engineers', includeInIdToken: true }, [user])
  await aGroup(store, { groupIdentifier: 'hidden', includeInAccessToken: true }, [user])
  const attribute = { userId: user.id, includeInIdToken: true }
  await database.userAttribute.createMany({
    data: [
      { ...attribute, key: 'engine', value: 'analytical' },
      { ...attribute, key: 'secret', value: 'x', includeInIdToken: false },
    ],
  })
})

async function ask(token: string, init: RequestInit = {}): Promise<Response> {
  return fetch('/userinfo', { ...init, headers: { authorization: `Bearer ${token}` } })
}

async function claimsFor(scope: string, of: TestUser = user): Promise<Record<string, unknown>> {
  const { token } = await userToken(tested, { user: of, client, scope })
  const response = await ask(token)
  expect(response.status).toBe(200)
  return response.json()
}

describe('the token may be sent', () => {
  let token = ''

  beforeAll(async () => {
    token = (await userToken(tested, { user, client })).token
  })

  it.each<[string, () => Promise<Response>]>([
    ['in the header of a GET', () => ask(token)],
    ['in the header of a POST without a body', () => ask(token, { method: 'POST' })],
    [
      'in the header of a POST with an empty form',
      () =>
        fetch('/userinfo', {
          method: 'POST',
          body: '',
          headers: { authorization: `Bearer ${token}`, 'content-type': formType },
        }),
    ],
    ['in the form of a POST', () => post('/userinfo', { access_token: token })],
    [
      'in a form that names its character set',
      () =>
        fetch('/userinfo', {
          method: 'POST',
          body: `access_token=${token}`,
          headers: { 'content-type': `${formType}; charset=UTF-8` },
        }),
    ],
    ['at an address with a trailing slash', () => fetch('/userinfo/', bearer(token))],
  ])('%s', async (_, send) => {
    const response = await send()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('pragma')).toBe('no-cache')
    expect(await response.json()).toEqual({ sub: user.subject })
  })
})

function bearer(token: string): RequestInit {
  return { headers: { authorization: `Bearer ${token}` } }
}

describe('the claims', () => {
  const profileClaims = () => ({
    name: 'Ada King Lovelace',
    given_name: 'Ada',
    middle_name: 'King',
    family_name: 'Lovelace',
    nickname: 'Countess',
    preferred_username: 'ada',
    profile: 'http://localhost:3000/account/profile',
    picture: `http://localhost:3000/userinfo/picture/${user.subject}`,
    website: 'https://ada.example',
    gender: 'female',
    birthdate: '1815-12-10',
    zoneinfo: 'Europe/London',
    locale: 'en-GB',
    updated_at: Math.floor(updatedAt.getTime() / 1000),
  })
  const address = {
    formatted: '12 St James Square\r\nFirst floor\r\nLondon\r\nGreater London\r\nSW1Y 4JH\r\nGB',
    street_address: '12 St James Square\r\nFirst floor',
    locality: 'London',
    region: 'Greater London',
    postal_code: 'SW1Y 4JH',
    country: 'GB',
  }

  it('are those of the scopes in the token, sub first', async () => {
    const claims = await claimsFor(allScopes)
    expect(Object.keys(claims)[0]).toBe('sub')
    expect(claims).toEqual({
      sub: user.subject,
      ...profileClaims(),
      email: 'ada@example.org',
      email_verified: true,
      address,
      phone_number: expect.stringContaining('2079460000'),
      phone_number_verified: true,
      groups: ['engineers'],
      attributes: { engine: 'analytical' },
    })
  })

  it.each([
    ['openid', []],
    ['openid email', ['email', 'email_verified']],
    ['openid phone', ['phone_number', 'phone_number_verified']],
    ['openid address', ['address']],
    ['openid groups', ['groups']],
    ['openid attributes', ['attributes']],
  ])('of the scope "%s" are sub and its own only', async (scope, names) => {
    expect(Object.keys(await claimsFor(scope))).toEqual(['sub', ...names])
  })

  it('of the scope profile are complete and in the order of the specification', async () => {
    const claims = await claimsFor('profile openid')
    expect(Object.entries(claims).slice(1)).toEqual(Object.entries(profileClaims()))
  })

  it('leave out what has no value, but say that nothing is verified', async () => {
    const blank = await aUser(store, { givenName: '', familyName: '  ', emailVerified: false })
    const claims = await claimsFor(allScopes, blank)
    expect(claims).toEqual({
      sub: blank.subject,
      profile: 'http://localhost:3000/account/profile',
      updated_at: expect.any(Number),
      email: blank.email,
      email_verified: false,
      phone_number_verified: false,
    })
  })

  it('do not depend on the switches that put claims into tokens', async () => {
    const off = {
      includeOpenIDConnectClaimsInIdToken: false,
      includeOpenIDConnectClaimsInAccessToken: false,
    }
    await tested.changeSettings(off)
    const claims = await claimsFor('openid email')
    await tested.changeSettings({ includeOpenIDConnectClaimsInIdToken: true })
    expect(claims).toHaveProperty('email')
  })

  it('are read at the time of the call', async () => {
    const changing = await aUser(store, { nickname: 'before' })
    const { token } = await userToken(tested, { user: changing, client, scope: 'openid profile' })
    await database.user.update({ where: { id: changing.id }, data: { nickname: 'after' } })
    expect(await (await ask(token)).json()).toMatchObject({ nickname: 'after' })
  })

  it('are the same for an offline token without a session', async () => {
    const scope = 'openid email offline_access'
    const { token } = await userToken(tested, { user, client, scope, session: null })
    expect(await (await ask(token)).json()).toEqual({
      sub: user.subject,
      email: 'ada@example.org',
      email_verified: true,
    })
  })

  it('never come from another user whose session the token names', async () => {
    const other = await aUser(store)
    const session = await aSession(tested, other)
    const { token } = await userToken(tested, { user, client, session })
    expect((await ask(token)).status).toBe(401)
  })
})
