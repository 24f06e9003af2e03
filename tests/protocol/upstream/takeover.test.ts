import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewIdentityProvider } from '#lib/persistence/providers/identity-providers.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { hiddenFields, type Visit } from '#tests/support/browser.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { openOutbox } from '#tests/support/outbox.ts'
import { aClient, aUser, grantToUser, unique } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { errorOf, visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, codeAt } from '../authorize/fixture.ts'
import { aSecondProvider, enterBy, register, roundTrip } from './fixture.ts'

/*
 * Who can end up in whose account. Every row is somebody who controls an account at the provider with the address of a
 * victim here, and none of the rows leads into the victim's account.
 */

const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const outbox = await openOutbox()
afterAll(outbox.close)
await app.changeSettings({
  identityProvidersEnabled: true,
  smtpEnabled: true,
  smtpHost: outbox.host,
  smtpPort: outbox.port,
  smtpEncryption: 'none',
  smtpFromEmail: 'from@example.org',
})
// The provider's clock goes on.
beforeEach(() => app.clock.set(new Date()))

const client = await aClient(store, { defaultAcrLevel: 'urn:authserver:level1' })
const second = await aSecondProvider()
afterAll(second.close)

type Victim = (email: string) => Promise<UserRecord>

const victims: Readonly<Record<string, Victim>> = {
  'a verified account': (email) => aUser(store, { email }),
  'an administrator': async (email) => {
    const user = await aUser(store, { email })
    await grantToUser(store, user, 'authserver:manage')
    return user
  },
  'an administrator by a group permission': async (email) => {
    const user = await aUser(store, { email })
    await grantToUser(store, user, 'authserver:manage-users')
    return user
  },
  'an account with two-factor': (email) => aUserWithOtp(app, { email }),
  'an unverified account': (email) => aUser(store, { email, emailVerified: false }),
  'an unverified administrator': async (email) => {
    const user = await aUser(store, { email, emailVerified: false })
    await grantToUser(store, user, 'authserver:manage')
    return user
  },
  'a disabled account': async (email) => {
    const user = await aUser(store, { email })
    await store.users.change(user.id, { enabled: false })
    return user
  },
  'an account that is linked to another identity there': async (email) => {
    const user = await aUser(store, { email })
    await store.userIdentities.insert({
      createdAt: new Date(),
      userId: user.id,
      providerId: (await store.identityProviders.findByAlias('second'))?.id ?? 0,
      issuer: second.issuer,
      subject: unique('owner'),
    })
    return user
  },
}

type Fields = Partial<NewIdentityProvider> & { readonly domains?: readonly string[] }

/** Policies of the provider. `domains` holds that of the victim's address. */
const policies: Readonly<Record<string, Fields>> = {
  'linking off': { linking: 'off' },
  'linking asks': { linking: 'ask' },
  'trusted, for another domain': { linking: 'trusted', domains: ['other.example'] },
}

/** What the provider says of the address. The attacker's word is never enough by itself. */
const claims: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  verified: { email_verified: true },
  unverified: { email_verified: false },
  'of another size': { email_verified: true, isUpper: true },
}

const rows = Object.keys(victims).flatMap((victim) =>
  Object.keys(policies).flatMap((policy) =>
    Object.keys(claims).map((claim) => [victim, policy, claim] as const),
  ),
)

describe('nobody gets into an account by its address at a provider', () => {
  test.each(rows)('%s, %s, address %s', async (victim, policy, claim) => {
    await register(app, second, policies[policy])
    const email = `${unique('victim')}@firma.example`
    const owner = await victims[victim]?.(email)
    if (!owner) throw new Error('No victim.')
    const before = await store.userIdentities.findOfUser(owner.id)
    const { isUpper, ...said } = claims[claim] ?? {}
    const sent = isUpper ? email.toUpperCase() : email
    const { browser, last } = await enterBy(app, client, second, {
      sub: unique('attacker'),
      email: sent,
      ...said,
    })
    expect(responseOf(last)).toBeNull()
    // The provider's answer itself was good.
    expect(errorOf(last)).not.toBe('handler.provider.refused')
    await everyWayOn(browser, last)
    expect(await sessionsOf(store, owner.id)).toEqual([])
    expect(await store.userIdentities.findOfUser(owner.id)).toEqual(before)
    const now = await store.users.findById(owner.id)
    expect(now).toMatchObject({ email, passwordHash: owner.passwordHash, enabled: now?.enabled })
    expect(await store.users.findByEmail(email)).toMatchObject({ id: owner.id })
  })
})

/** What somebody can press without the victim's password, passkey or mailbox. */
async function everyWayOn(browser: ReturnType<typeof visitor>, page: Visit): Promise<void> {
  if (page.view?.page !== 'provider-account') return
  const hidden = hiddenFields(page.view)
  const guesses = [
    [
      '/auth/pwd',
      [
        ['email', page.view.email],
        ['password', 'a-guess'],
      ],
    ],
    ['/auth/provider-account', [['emailCode', 'AAA000']]],
    ['/auth/provider-account', [['btnFresh', 'fresh']]],
    ['/auth/provider-account', [['emailCode', 'AAA000']]],
    ['/auth/provider-account', [['email', page.view.email]]],
  ] as const
  for (const [address, fields] of guesses) {
    const copy = browser
    const after = await copy.post(address, [...hidden, ...fields])
    expect(responseOf(after)?.code).toBeUndefined()
  }
}

describe('the owner’s own proof', () => {
  const known = async (columns: Parameters<typeof aUser>[1] = {}) => {
    const email = `${unique('owner')}@firma.example`
    return aUser(store, { email, ...columns })
  }

  test('of the password links, and from then on the provider signs in', async () => {
    await register(app, second)
    const user = await known()
    const person = { sub: unique('person'), email: user.email, email_verified: true }
    const { browser, last } = await enterBy(app, client, second, person)
    expect(last.view).toMatchObject({
      page: 'provider-account',
      step: 'connect',
      email: user.email,
    })
    const wrong = await browser.post('/auth/pwd', [
      ...hiddenFields(last.view),
      ['email', user.email],
      ['password', 'wrong'],
    ])
    expect(errorOf(wrong)).toBe('handler.login.auth_failed')
    expect(wrong.view?.page).toBe('provider-account')
    const end = await browser.post('/auth/pwd', [
      ...hiddenFields(last.view),
      ['email', user.email],
      ['password', user.password],
    ])
    expect(responseOf(end)?.code).toBeDefined()
    expect(await store.userIdentities.findOfUser(user.id)).toHaveLength(1)
    const again = await enterBy(app, client, second, person)
    expect(responseOf(again.last)?.code).toBeDefined()
  })

  test('of another account signs in there, and links nothing', async () => {
    await register(app, second)
    const [user, other] = [await known(), await known()]
    const person = { sub: unique('person'), email: user.email, email_verified: true }
    const { browser, last } = await enterBy(app, client, second, person)
    const end = await browser.post('/auth/pwd', [
      ...hiddenFields(last.view),
      ['email', other.email],
      ['password', other.password],
    ])
    expect(responseOf(end)?.code).toBeDefined()
    expect(await store.userIdentities.findOfUser(user.id)).toEqual([])
    expect(await store.userIdentities.findOfUser(other.id)).toEqual([])
  })

  test('needs the second factor too, though the application asks for level 1', async () => {
    await register(app, second)
    const user = await aUserWithOtp(app, { email: `${unique('owner')}@firma.example` })
    const person = { sub: unique('person'), email: user.email, email_verified: true }
    const { browser, last } = await enterBy(app, client, second, person)
    const code = await browser.post('/auth/pwd', [
      ...hiddenFields(last.view),
      ['email', user.email],
      ['password', user.password],
    ])
    expect(code.view?.page).toBe('otp')
    expect(await store.userIdentities.findOfUser(user.id)).toEqual([])
    const end = await browser.submit({ otp: codeAt(app, user.otpSecret) })
    expect(responseOf(end)?.code).toBeDefined()
    expect(await store.userIdentities.findOfUser(user.id)).toHaveLength(1)
  })

  test('replaces the link to an identity that the provider made again', async () => {
    const provider = await register(app, second, { linking: 'trusted', domains: ['firma.example'] })
    const user = await known()
    const first = { sub: unique('first'), email: user.email, email_verified: true }
    expect(responseOf((await enterBy(app, client, second, first)).last)?.code).toBeDefined()
    const anew = { ...first, sub: unique('anew') }
    const { browser, last } = await enterBy(app, client, second, anew)
    expect(last.view?.page).toBe('provider-account')
    await browser.post('/auth/pwd', [
      ...hiddenFields(last.view),
      ['email', user.email],
      ['password', user.password],
    ])
    const links = await store.userIdentities.findOfUser(user.id)
    expect(links.map(({ subject }) => subject)).toEqual([anew.sub])
    const left = await sessionsOf(store, user.id)
    expect(left.filter(({ providerId }) => providerId === provider.id)).toEqual([])
  })
})

describe('a trusted provider of the company', () => {
  test('links its own domain without a question, but no administrator', async () => {
    await register(app, second, { linking: 'trusted', domains: ['firma.example'] })
    const user = await aUser(store, { email: `${unique('owner')}@firma.example` })
    const person = { sub: unique('person'), email: user.email, email_verified: true }
    expect(responseOf((await enterBy(app, client, second, person)).last)?.code).toBeDefined()
    expect(await store.userIdentities.findOfUser(user.id)).toHaveLength(1)
    const administrator = await aUser(store, { email: `${unique('admin')}@firma.example` })
    await grantToUser(store, administrator, 'authserver:manage-users')
    const { last } = await enterBy(app, client, second, {
      ...person,
      sub: unique('person'),
      email: administrator.email,
    })
    expect(last.view?.page).toBe('provider-account')
  })

  test('still needs the account’s second factor', async () => {
    await register(app, second, { linking: 'trusted', domains: ['firma.example'] })
    const user = await aUserWithOtp(app, { email: `${unique('owner')}@firma.example` })
    const person = { sub: unique('person'), email: user.email, email_verified: true }
    const { browser, last } = await enterBy(app, client, second, person)
    expect(last.view?.page).toBe('otp')
    expect(await store.userIdentities.findOfUser(user.id)).toEqual([])
    await browser.submit({ otp: codeAt(app, user.otpSecret) })
    expect(await store.userIdentities.findOfUser(user.id)).toHaveLength(1)
  })
})

describe('a trusted provider’s link is judged again where it is stored', () => {
  const asking = aClient(store, { consentRequired: true })

  test.each<[string, (user: UserRecord, providerId: number) => Promise<unknown>]>([
    [
      'the domain is taken from the provider',
      (_, id) => store.identityProviders.setDomains(id, []),
    ],
    ['the user becomes an administrator', (user) => grantToUser(store, user, 'authserver:manage')],
    [
      'the address is no longer verified',
      ({ id }) => store.users.change(id, { emailVerified: false }),
    ],
    [
      'the user takes another address',
      ({ id }) => store.users.change(id, { email: `${unique('moved')}@firma.example` }),
    ],
  ])('%s while the consent page waits', async (_, change) => {
    const provider = await register(app, second, { linking: 'trusted', domains: ['firma.example'] })
    const user = await aUser(store, { email: `${unique('owner')}@firma.example` })
    const person = { sub: unique('person'), email: user.email, email_verified: true }
    const { browser, last } = await enterBy(app, await asking, second, person)
    expect(last.view?.page).toBe('consent')
    await change(user, provider.id)
    const after = await browser.submit({ consent0: 'on', btnSubmit: 'submit' })
    expect(after.view?.page).toBe('sign-in')
    expect(await store.userIdentities.findOfUser(user.id)).toEqual([])
    expect(await sessionsOf(store, user.id)).toEqual([])
  })
})

describe('rules that change while the person is away', () => {
  test.each<[string, Fields]>([
    ['nobody is created any more', { createUsers: 'never' }],
    ['only a domain', { createUsers: 'domains' }],
  ])('%s', async (_, changed) => {
    const provider = await register(app, second)
    const browser = visitor(app)
    const page = await begin(browser, client)
    const person = {
      sub: unique('person'),
      email: `${unique('new')}@firma.example`,
      email_verified: true,
    }
    const original = second.signIn
    second.signIn = async (address) => {
      const back = await original(address)
      await store.identityProviders.change(provider.id, changed)
      return back
    }
    const last = await roundTrip(browser, page, second, person)
    second.signIn = original
    expect(errorOf(last)).toBe('handler.provider.no_account')
    expect(await store.users.findByEmail(person.email)).toBeNull()
  })
})

test('two callbacks of a new identity at once make one account', async () => {
  await register(app, second)
  const person = {
    sub: unique('person'),
    email: `${unique('new')}@firma.example`,
    email_verified: true,
  }
  const ends = await Promise.all(
    Array.from({ length: 4 }, () => enterBy(app, client, second, person)),
  )
  for (const { last } of ends) expect(responseOf(last)?.code).toBeDefined()
  const user = await store.users.findByEmail(person.email)
  expect(await store.userIdentities.findOfUser(user?.id ?? 0)).toHaveLength(1)
})
