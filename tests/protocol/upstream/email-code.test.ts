import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { hiddenFields, type Visit } from '#tests/support/browser.ts'
import { responseOf, signIn } from '#tests/support/oauth.ts'
import { openOutbox } from '#tests/support/outbox.ts'
import { aClient, aUser, unique } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { entriesOf, errorOf } from '#tests/support/visitor.ts'
import { aSecondProvider, enterBy, register } from './fixture.ts'

const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const outbox = await openOutbox()
afterAll(outbox.close)
const mail = {
  smtpEnabled: true,
  smtpHost: outbox.host,
  smtpPort: outbox.port,
  smtpEncryption: 'none',
  smtpFromEmail: 'from@example.org',
}
await app.changeSettings({ identityProvidersEnabled: true, ...mail })
// The provider's clock goes on.
beforeEach(() => app.clock.set(new Date()))

const client = await aClient(store, { defaultAcrLevel: 'urn:authserver:level1' })
const second = await aSecondProvider()
afterAll(second.close)

const address = () => `${unique('somebody')}@firma.example`

/** Comes with an address that the provider has not proven, and asks for the code. */
async function asksForCode(email: string, more: { email_verified?: unknown } = {}) {
  const person = { sub: unique('person'), email, ...more }
  const { browser, last } = await enterBy(app, client, second, person)
  const sent = await browser.post('/auth/provider-account', [
    ...hiddenFields(last.view),
    ['email', email],
  ])
  return { browser, last, sent, person }
}

async function codeFor(email: string): Promise<string> {
  await responsesFollowedUp()
  const message = outbox.messages.findLast(({ to }) => to.includes(email))
  return /\b[A-Z]{3}\d{3}\b/.exec(message?.text ?? '')?.[0] ?? ''
}

function enterCode(
  browser: Awaited<ReturnType<typeof asksForCode>>['browser'],
  page: Visit,
  code: string,
) {
  return browser.post('/auth/provider-account', [...hiddenFields(page.view), ['emailCode', code]])
}

describe('an address that the provider has not proven', () => {
  test('is proven by a code, before anything is told about it: known and unknown alike', async () => {
    await register(app, second)
    const user = await aUser(store, { email: address() })
    const shown = async (email: string) => {
      const { last, sent } = await asksForCode(email)
      const without = ({ view }: Visit) =>
        JSON.stringify(view)
          .replaceAll(email, '')
          .replace(/"(ceremonyId|requestCopy)":"[^"]*"/g, '')
      return [last.status, without(last), sent.status, without(sent)]
    }
    expect(await shown(user.email)).toEqual(await shown(address()))
  })

  test('right: a new account', async () => {
    await register(app, second)
    const email = address()
    const { browser, sent } = await asksForCode(email)
    expect(sent.view).toMatchObject({ page: 'provider-account', step: 'code', email })
    const end = await enterCode(browser, sent, await codeFor(email))
    expect(responseOf(end)?.code).toBeDefined()
    expect(await store.users.findByEmail(email)).toMatchObject({ emailVerified: true })
  })

  test('right, and taken: its owner signs in once', async () => {
    await register(app, second)
    const user = await aUser(store, { email: address() })
    const { browser, sent } = await asksForCode(user.email)
    const page = await enterCode(browser, sent, await codeFor(user.email))
    expect(page.view).toMatchObject({ page: 'provider-account', step: 'connect' })
    expect(await store.userIdentities.findOfUser(user.id)).toEqual([])
  })

  test('wrong five times: not even the right one works, a new one does', async () => {
    await register(app, second)
    const email = address()
    const { browser, sent } = await asksForCode(email)
    const code = await codeFor(email)
    for (let guess = 0; guess < 5; guess++) {
      expect(errorOf(await enterCode(browser, sent, 'AAA000'))).toBe('handler.provider.code_wrong')
    }
    expect(errorOf(await enterCode(browser, sent, code))).toBe('handler.provider.code_wrong')
    await app.runtime.database.prisma.rateLimit.deleteMany()
    const again = await browser.post('/auth/provider-account', hiddenFields(sent.view))
    const end = await enterCode(browser, again, await codeFor(email))
    expect(responseOf(end)?.code).toBeDefined()
  })

  test('after ten minutes: too late', async () => {
    await register(app, second)
    const email = address()
    const { browser, sent } = await asksForCode(email)
    const code = await codeFor(email)
    app.clock.advance(601)
    expect(errorOf(await enterCode(browser, sent, code))).toBe('handler.provider.code_wrong')
  })

  test('is asked for once a minute', async () => {
    await register(app, second)
    const { browser, sent } = await asksForCode(address())
    const again = await browser.post('/auth/provider-account', hiddenFields(sent.view))
    expect(again.status).toBe(429)
  })

  test('that the server cannot mail, as with an unreadable password of the mail server, is logged', async () => {
    await register(app, second)
    await app.changeSettings({ smtpPasswordEncrypted: Buffer.from('unreadable') })
    const error = vi.spyOn(app.runtime.log, 'error')
    const { sent } = await asksForCode(address())
    expect(sent.view).toMatchObject({ page: 'provider-account', step: 'code' })
    await responsesFollowedUp()
    expect(error).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(Error), requestId: expect.any(String) },
      'work after a response failed',
    )
    error.mockRestore()
    await app.changeSettings({ smtpPasswordEncrypted: null })
  })

  test('without mail: the provider cannot sign anybody in', async () => {
    await register(app, second)
    await app.changeSettings({ smtpEnabled: false })
    const { last } = await enterBy(app, client, second, { sub: unique('p'), email: address() })
    expect(errorOf(last)).toBe('handler.provider.email_unproven')
    await app.changeSettings(mail)
  })
})

describe('an account whose address nobody has proven', () => {
  test('signed in to: linked, and the address is proven', async () => {
    await register(app, second)
    const user = await aUser(store, { email: address(), emailVerified: false })
    const person = { sub: unique('person'), email: user.email, email_verified: true }
    const { browser, last } = await enterBy(app, client, second, person)
    expect(last.view).toMatchObject({ maySignIn: true, mayStartFresh: true })
    const end = await browser.post('/auth/pwd', [
      ...hiddenFields(last.view),
      ['email', user.email],
      ['password', user.password],
    ])
    expect(responseOf(end)?.code).toBeDefined()
    expect(await store.users.findById(user.id)).toMatchObject({ emailVerified: true })
    expect(await store.userIdentities.findOfUser(user.id)).toHaveLength(1)
  })

  test('not theirs: a new account with a new subject, and the squatter’s is dead', async () => {
    await register(app, second)
    const email = address()
    const squatter = await aUser(store, { email, emailVerified: false })
    await signIn(app, client, squatter)
    const person = { sub: unique('person'), email, email_verified: true }
    const { browser, last } = await enterBy(app, client, second, person)
    const fresh = await browser.post('/auth/provider-account', [
      ...hiddenFields(last.view),
      ['btnFresh', 'fresh'],
    ])
    expect(fresh.view).toMatchObject({ step: 'code', email })
    const end = await enterCode(browser, fresh, await codeFor(email))
    expect(responseOf(end)?.code).toBeDefined()
    const owner = await store.users.findByEmail(email)
    expect(owner?.subject).not.toBe(squatter.subject)
    const released = `released-${squatter.id}@address.invalid`
    expect(await store.users.findById(squatter.id)).toMatchObject({
      email: released,
      enabled: false,
    })
    expect(await sessionsOf(store, squatter.id)).toEqual([])
    expect(await entriesOf(app, 'released_unverified_address', { userId: squatter.id })).toEqual([
      { userId: squatter.id, email: released },
    ])
    const later = await enterBy(app, client, second, person)
    expect(responseOf(later.last)?.code).toBeDefined()
  })

  test('of a disabled account is not given away, so its owner gets no new one', async () => {
    await register(app, second)
    const user = await aUser(store, { email: address(), emailVerified: false })
    await store.users.change(user.id, { enabled: false })
    const person = { sub: unique('person'), email: user.email, email_verified: true }
    const { browser, last } = await enterBy(app, client, second, person)
    expect(last.view).toMatchObject({ maySignIn: true, mayStartFresh: false })
    const pressed = [...hiddenFields(last.view), ['btnFresh', 'fresh']] as [string, string][]
    const fresh = await browser.post('/auth/provider-account', pressed)
    const after = await enterCode(browser, fresh, await codeFor(user.email))
    expect(after.view).toMatchObject({ page: 'provider-account', mayStartFresh: false })
    const now = await store.users.findByEmail(user.email)
    expect(now).toMatchObject({ id: user.id, enabled: false })
  })

  test('of an administrator is never given away', async () => {
    await register(app, second)
    const user = await aUser(store, { email: address(), emailVerified: false })
    const permission = await store.permissions.find('authserver', 'manage')
    await store.users.grantPermission(user.id, permission?.id ?? 0)
    const person = { sub: unique('person'), email: user.email, email_verified: true }
    const { last } = await enterBy(app, client, second, person)
    expect(last.view).toMatchObject({ maySignIn: true, mayStartFresh: false })
  })
})
