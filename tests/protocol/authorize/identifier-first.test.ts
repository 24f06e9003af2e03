import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { View } from '#lib/answers/view.ts'
import type { Visit } from '#tests/support/browser.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser, unique } from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { server } from '#tests/support/server.ts'
import { entriesOf, errorOf, visitor } from '#tests/support/visitor.ts'
import { begin, credentials } from './fixture.ts'

const app = await server()
const { store } = app
const client = await aClient(store)
const company = await aProvider(store, { alias: 'company', displayName: 'Firma', position: 2 })
await aProvider(store, { alias: 'elsewhere', displayName: 'Elsewhere', position: 1 })
await store.identityProviders.setDomains(company.id, ['firma.example'])

beforeEach(() =>
  app.changeSettings({
    signInPage: 'identifier_first',
    identityProvidersEnabled: true,
    passkeysEnabled: true,
  }),
)
afterAll(() =>
  app.changeSettings({
    signInPage: 'combined',
    identityProvidersEnabled: false,
    passkeysEnabled: false,
  }),
)

type SignInView = Extract<View, { page: 'sign-in' }>

async function atFirstPage(request = {}) {
  const person = visitor(app)
  const page = await begin(person, client, request)
  return { person, page }
}

/** The second page, as it answers an address. */
async function afterAddress(email: string, request = {}) {
  const { person } = await atFirstPage(request)
  return { person, page: await person.submit({ email }) }
}

function signInViewOf({ view }: Visit): SignInView {
  if (view?.page !== 'sign-in') throw new Error(`The page is ${view?.page}.`)
  return view
}

/** What tells one visit of the page from another: nothing else may. */
function sameForAll(visit: Visit): object {
  return { ...signInViewOf(visit), ceremonyId: '', requestCopy: '', email: '' }
}

const aliasesOf = (visit: Visit) => signInViewOf(visit).providers?.map(({ alias }) => alias)

describe('the address first', () => {
  test('the first page asks for it alone, the second one for the password, and that signs in', async () => {
    const user = await aUser(store)
    const { person, page } = await atFirstPage()
    expect(page.view).toMatchObject({ asks: 'email', email: '' })
    const second = await person.submit({ email: `  ${user.email.toUpperCase()} ` })
    expect(second.view).toMatchObject({ asks: 'password' })
    expect(second.url.search).not.toContain('@')
    const last = await person.submit(credentials(user))
    expect(responseOf(last)?.code).toBeDefined()
    expect(await entriesOf(app, 'auth_failed_pwd', { email: user.email })).toEqual([])
  })

  test('an address that the application names leads to the second page', async () => {
    const { page } = await atFirstPage({ login_hint: 'ada@example.org' })
    expect(page.view).toMatchObject({ asks: 'password', email: 'ada@example.org' })
  })

  test('it can be corrected, and replaced', async () => {
    const { person, page } = await afterAddress('ada@exmaple.org')
    const address = `/auth/pwd?ceremony=${signInViewOf(page).ceremonyId}&account=`
    const again = await person.visit(`${address}change`)
    expect(again.view).toMatchObject({ asks: 'email', email: 'ada@exmaple.org' })
    expect((await person.visit(`${address}other`)).view).toMatchObject({ asks: 'email', email: '' })
    expect((await person.submit({ email: 'ada@example.org' })).view).toMatchObject({
      asks: 'password',
      email: 'ada@example.org',
    })
  })

  test.each(['', '   ', '\u200B'])('%j is no address, and is asked for again', async (email) => {
    const { page } = await afterAddress(email)
    expect(page.view).toMatchObject({ asks: 'email', email: '' })
    expect(errorOf(page)).toBe('validator.login.email_required')
  })

  test.each(['a'.repeat(5000), 'nobody', 'ünïcode@müller.example', '"<b>"@example.org'])(
    'any text that is no address leads to the second page: %#',
    async (email) => {
      const { person, page } = await afterAddress(email)
      expect(page.view).toMatchObject({ asks: 'password' })
      expect(signInViewOf(page).email.length).toBeLessThan(400)
      const wrong = await person.submit({ email, password: 'wrong' })
      expect(errorOf(wrong)).toBe('handler.login.auth_failed')
    },
  )

  test('a missing password is missed on the second page', async () => {
    const { person } = await afterAddress('ada@example.org')
    const page = await person.submit({ email: 'ada@example.org', password: '' })
    expect(errorOf(page)).toBe('validator.login.password_required')
    expect(page.view).toMatchObject({ asks: 'password', email: 'ada@example.org' })
  })

  test('a session that does not suffice asks for the password of its owner, as on one page', async () => {
    const user = await aUser(store)
    const person = visitor(app)
    await begin(person, client)
    await person.submit(credentials(user))
    const page = await begin(person, client, { prompt: 'login' })
    expect(page.view).toMatchObject({ account: { email: user.email } })
    expect(page.view).not.toHaveProperty('asks')
  })
})

describe('the second page tells nobody whether an account exists', () => {
  const accounts = {
    'with a password': () => aUser(store),
    'without a password': () => aUser(store, { passwordHash: '' }),
    disabled: () => aUser(store, { enabled: false }),
    unconfirmed: () => aUser(store, { emailVerified: false }),
    'with two-factor': () => aUser(store, { otpEnabled: true }),
    'linked to a provider only': async () => {
      const user = await aUser(store, { passwordHash: '' })
      await store.userIdentities.insert({
        createdAt: app.clock.now(),
        userId: user.id,
        providerId: company.id,
        issuer: company.issuer,
        subject: unique('subject'),
      })
      return user
    },
  } as const

  test.each(Object.entries(accounts))('%s', async (_, anAccount) => {
    const user = await anAccount()
    const known = await afterAddress(user.email)
    const unknown = await afterAddress(`${unique('nobody')}@example.org`)
    expect(sameForAll(known.page)).toEqual(sameForAll(unknown.page))
    expect(known.page.status).toBe(unknown.page.status)
    for (const { person, page } of [known, unknown]) {
      const { email } = signInViewOf(page)
      const wrong = await person.submit({ email, password: 'wrong' })
      expect(sameForAll(wrong)).toEqual({
        ...sameForAll(unknown.page),
        error: { key: 'handler.login.auth_failed' },
      })
    }
  })

  test('no account is looked up for the address', async () => {
    const user = await aUser(store)
    const { person } = await atFirstPage()
    const find = vi.spyOn(store.users, 'findByEmail')
    await person.submit({ email: user.email })
    expect(find).not.toHaveBeenCalled()
    await person.submit(credentials(user))
    expect(find).toHaveBeenCalled()
    find.mockRestore()
  })
})

describe('what the second page offers', () => {
  test('a passkey and every shown provider, beside the password', async () => {
    const { page } = await afterAddress('ada@example.org')
    expect(page.view).toMatchObject({ passkeys: true })
    expect(aliasesOf(page)).toEqual(['elsewhere', 'company'])
    expect(page.view).not.toHaveProperty('domainProvider')
  })

  test.each(['ada@firma.example', ' ADA@Firma.Example', 'nobody@firma.example'])(
    'the provider of the domain before the password: %j',
    async (email) => {
      const { page } = await afterAddress(email)
      expect(page.view).toMatchObject({
        domainProvider: { alias: 'company', name: 'Firma', preset: 'oidc' },
      })
      expect(aliasesOf(page)).toEqual(['elsewhere'])
    },
  )

  test.each(['ada@sub.firma.example', 'ada@firma.example.org', 'firma.example@x.example'])(
    'not the provider of another domain: %j',
    async (email) => {
      const { page } = await afterAddress(email)
      expect(page.view).not.toHaveProperty('domainProvider')
    },
  )

  test('a provider without a button is offered to its own domain alone', async () => {
    await store.identityProviders.change(company.id, { shownOnSignIn: false })
    const own = await afterAddress('ada@firma.example')
    const other = await afterAddress('ada@example.org')
    await store.identityProviders.change(company.id, { shownOnSignIn: true })
    expect(own.page.view).toMatchObject({ domainProvider: { alias: 'company' } })
    expect(aliasesOf(other.page)).toEqual(['elsewhere'])
    expect(other.page.view).not.toHaveProperty('domainProvider')
  })

  test('no provider that is off', async () => {
    await store.identityProviders.change(company.id, { enabled: false })
    const off = await afterAddress('ada@firma.example')
    await store.identityProviders.change(company.id, { enabled: true })
    expect(off.page.view).not.toHaveProperty('domainProvider')
  })
})

describe('switched while somebody signs in', () => {
  test('off: the address that was typed stays, and the page asks for both', async () => {
    const { person } = await atFirstPage()
    await app.changeSettings({ signInPage: 'combined' })
    const page = await person.submit({ email: 'ada@example.org' })
    expect(errorOf(page)).toBe('validator.login.password_required')
    expect(page.view).toMatchObject({ email: 'ada@example.org' })
    expect(page.view).not.toHaveProperty('asks')
  })

  test('on: a form with both is taken', async () => {
    await app.changeSettings({ signInPage: 'combined' })
    const user = await aUser(store)
    const { person } = await atFirstPage()
    await app.changeSettings({ signInPage: 'identifier_first' })
    expect(responseOf(await person.submit(credentials(user)))?.code).toBeDefined()
  })
})

test('after a proven password an address alone changes nothing', async () => {
  const user = await aUser(store)
  const asking = await aClient(store, { consentRequired: true })
  const person = visitor(app)
  const page = await begin(person, asking)
  const { ceremonyId } = signInViewOf(page)
  await person.submit(credentials(user))
  const before = await store.interactions.findByIdentifier(ceremonyId)
  const answer = await person.post('/auth/pwd', { ceremonyId, email: 'eve@example.org' })
  expect(answer.status).toBe(400)
  expect(await store.interactions.findByIdentifier(ceremonyId)).toEqual(before)
})
