import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { consoleClientIdentifier } from '#lib/domain/permissions/built-in.ts'
import type { Visit } from '#tests/support/browser.ts'
import { approval, responseOf } from '#tests/support/oauth.ts'
import { aClient, aResource, aUser, grantToUser } from '#tests/support/people.ts'
import { fieldList, server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { entriesOf, visitor } from '#tests/support/visitor.ts'
import { begin, enter, interactionOf, reasonOf } from './fixture.ts'

const app = await server()
const { store } = app
await aResource(store, 'billing', ['read', 'write', 'pay'])
const asking = await aClient(store, { consentRequired: true })
const silent = await aClient(store)

const manage = 'authserver:manage-account'

function scopesOf({ view }: Visit): string[] {
  return view?.page === 'consent' ? view.scopes.map(({ scope }) => scope) : []
}

async function grantedScope(user: { id: number }): Promise<string | undefined> {
  const code = await app.runtime.database.prisma.code.findFirst({
    where: { userId: user.id },
    orderBy: { id: 'desc' },
  })
  return code?.scope
}

async function storedConsent(user: { id: number }, client: { id: number }) {
  return (await store.consents.find(user.id, client.id))?.scope
}

describe('the page', () => {
  test('lists what would be granted, with what each permission means', async () => {
    const user = await aUser(store)
    await grantToUser(store, user, 'billing:read')
    const { last } = await enter(app, asking, user, {
      request: { scope: 'openid billing:write billing:read email' },
    })
    expect(last.url.pathname).toBe('/auth/consent')
    const plain = { alreadyGranted: false, administrative: false }
    expect(last.view).toMatchObject({
      page: 'consent',
      account: { email: user.email },
      scopes: [
        { scope: 'openid', ...plain },
        {
          scope: 'billing:read',
          permission: { resource: 'billing', description: 'May read in billing' },
          ...plain,
        },
        { scope: 'email', ...plain },
      ],
    })
  })

  test('tells where the answer goes', async () => {
    const uris: [redirectUri: string, destination: string][] = [
      ['https://bank.example@shop.example:8443/callback?x=1', 'shop.example:8443'],
      ['com.example.app:/callback', 'com.example.app:/callback'],
    ]
    for (const [uri, destination] of uris) {
      const client = await aClient(store, { consentRequired: true, redirectUris: [uri] })
      const { last } = await enter(app, client, await aUser(store))
      expect(last.view).toMatchObject({ page: 'consent', destination })
    }
  })

  test('marks what was approved before and what is administrative', async () => {
    const client = await aClient(store, { administrativeScopesAllowed: true })
    const user = await aUser(store)
    await grantToUser(store, user, 'authserver:manage')
    await store.consents.save(user.id, client.id, 'openid', app.clock.now())
    const { last } = await enter(app, client, user, {
      request: { prompt: 'consent', scope: 'openid authserver:manage' },
    })
    expect(last.view).toMatchObject({
      scopes: [
        { scope: 'openid', alreadyGranted: true, administrative: false },
        { scope: 'authserver:manage', alreadyGranted: false, administrative: true },
      ],
    })
  })

  test('names a self-registered client by what it claims, and as unverified', async () => {
    const client = await aClient(store, {
      createdViaDcr: true,
      consentRequired: true,
      description: 'Free prizes',
    })
    const { last } = await enter(app, client, await aUser(store))
    expect(last.view).toMatchObject({ client: { name: 'Free prizes', unverified: true } })
  })
})

describe('approving', () => {
  test('grants what is ticked and stores it', async () => {
    const user = await aUser(store)
    const { person, last } = await enter(app, asking, user, {
      request: { scope: 'openid email phone' },
    })
    expect(scopesOf(last)).toEqual(['openid', 'email', 'phone'])
    const answer = await person.submit({ consent0: 'on', consent2: 'on', btnSubmit: 'submit' })
    expect(responseOf(answer)?.code).toBeDefined()
    expect(await grantedScope(user)).toBe('openid phone')
    expect(await storedConsent(user, asking)).toBe('openid phone')
    const [entry] = await entriesOf(app, 'saved_consent', { userId: user.id })
    expect(entry).toMatchObject({ clientId: asking.id, consentId: expect.any(Number) })
  })

  test('matches boxes exactly: consent1 is not consent10', async () => {
    const user = await aUser(store)
    const scope = 'openid profile email address phone groups attributes billing:read billing:write'
    await grantToUser(store, user, 'billing:read', 'billing:write', 'billing:pay', manage)
    const { person, last } = await enter(app, asking, user, {
      request: { scope: `${scope} billing:pay ${manage}` },
    })
    expect(scopesOf(last)).toHaveLength(11)
    await person.submit({ consent0: 'on', consent10: 'on', consent01: 'on', btnSubmit: 'submit' })
    expect(await grantedScope(user)).toBe(`openid ${manage}`)
  })

  test('keeps answers to scopes that were not asked this time', async () => {
    const user = await aUser(store)
    await store.consents.save(user.id, asking.id, 'openid phone address', app.clock.now())
    const { person } = await enter(app, asking, user, { request: { scope: 'openid email phone' } })
    await person.submit({ consent0: 'on', consent1: 'on', btnSubmit: 'submit' })
    expect(await storedConsent(user, asking)).toBe('address openid email')
  })

  test('is not asked twice, and partly approved is asked again', async () => {
    const user = await aUser(store)
    const { person, last } = await enter(app, asking, user)
    await person.submit(approval(last))
    expect(responseOf(await begin(person, asking))?.code).toBeDefined()
    const more = await begin(person, asking, { scope: 'openid email' })
    expect(scopesOf(more)).toEqual(['openid', 'email'])
    expect((await begin(person, asking, { prompt: 'consent' })).view?.page).toBe('consent')
  })

  test('does not grant a permission lost while the page was open', async () => {
    const user = await aUser(store)
    await grantToUser(store, user, 'billing:read', 'billing:write')
    const { person, last } = await enter(app, asking, user, {
      request: { scope: 'openid billing:read billing:write' },
    })
    await app.runtime.database.prisma.userPermission.deleteMany({
      where: { userId: user.id, permission: { permissionIdentifier: 'read' } },
    })
    // Box 1 was billing:read on the old page; its tick must not approve the scope that is there now.
    const again = await person.submit({ consent0: 'on', consent1: 'on', btnSubmit: 'submit' })
    expect(scopesOf(again)).toEqual(['openid', 'billing:write'])
    expect(await storedConsent(user, asking)).toBeUndefined()
    expect(interactionOf(again)).toBe(interactionOf(last))
    await person.submit({ consent0: 'on', btnSubmit: 'submit' })
    expect(await grantedScope(user)).toBe('openid')
  })

  test('approves nothing once the session has ended, and the log tells', async () => {
    const user = await aUser(store)
    const { person } = await enter(app, silent, user)
    const shown = await begin(person, asking, { scope: 'openid email' })
    expect(scopesOf(shown)).toEqual(['openid', 'email'])
    for (const { id } of await sessionsOf(store, user.id)) await store.sessions.remove(id)
    const answer = await person.submit(approval(shown))
    expect(answer.view?.page).toBe('sign-in')
    expect(await storedConsent(user, asking)).toBeUndefined()
    const event = 'issuance_refused_session_invalid'
    const entry = { userId: user.id, clientId: asking.id }
    expect(await entriesOf(app, event, { userId: user.id })).toEqual([entry])
  })

  describe('after the session has ended', () => {
    const event = 'issuance_refused_session_invalid'

    /** Opens consent pages, signs the user out, and submits each page as often as asked. */
    async function pagesLeft(count: number) {
      const user = await aUser(store)
      const { person } = await enter(app, silent, user)
      const pages = []
      for (let i = 0; i < count; i++) pages.push(await begin(person, asking))
      for (const { id } of await sessionsOf(store, user.id)) await store.sessions.remove(id)
      const submit = async (page: Visit) => {
        const ceremonyId = page.view?.page === 'consent' ? page.view.ceremonyId : ''
        const fields = [['ceremonyId', ceremonyId], ...fieldList(approval(page))] as const
        const answer = await person.post('/auth/consent', fields)
        expect(reasonOf(answer)).toBe('sign-in')
      }
      return { pages, submit, entries: () => entriesOf(app, event, { userId: user.id }), user }
    }

    test('a page submitted again and again has one entry', async () => {
      const { pages, submit, entries } = await pagesLeft(2)
      for (const page of pages) {
        for (let times = 0; times < 3; times++) await submit(page)
      }
      expect(await entries()).toHaveLength(2)
    })

    test('an account has thirty entries an hour, however many pages it opened', async () => {
      const { pages, submit, entries, user } = await pagesLeft(32)
      for (const page of pages) await submit(page)
      expect(await entries()).toHaveLength(30)
      expect(await entriesOf(app, 'rate_limit_exceeded', { userId: user.id })).toEqual([
        { limiter: 'session_lost_account', userId: user.id },
      ])
      const another = await pagesLeft(1)
      for (const page of another.pages) await another.submit(page)
      expect(await another.entries()).toHaveLength(1)
    })

    test.each(['session_lost_audit', 'session_lost_account'])(
      'what cannot be counted is answered the same, without an entry (%s)',
      async (uncounted) => {
        const { pages, submit, entries } = await pagesLeft(1)
        const { spend } = app.runtime.limits
        const failing = vi
          .spyOn(app.runtime.limits, 'spend')
          .mockImplementation((budget, key) =>
            budget.name === uncounted
              ? Promise.reject(new Error('no database'))
              : spend(budget, key),
          )
        onTestFinished(() => failing.mockRestore())
        for (const page of pages) await submit(page)
        expect(failing.mock.calls.map(([budget]) => budget.name)).toContain(uncounted)
        expect(await entries()).toEqual([])
      },
    )
  })

  test('reads the body only', async () => {
    const user = await aUser(store)
    const { person, last } = await enter(app, asking, user)
    const ceremonyId = last.view?.page === 'consent' ? last.view.ceremonyId : ''
    const path = '/auth/consent?consent0=on&btnSubmit=submit'
    expect(responseOf(await person.post(path, { ceremonyId }))?.error).toBe('access_denied')
  })
})

describe('declining', () => {
  const declined = { error: 'access_denied', error_description: 'The user declined the request.' }

  test.each<[string, Record<string, string>]>([
    ['cancel', { btnCancel: 'cancel' }],
    ['cancel with everything ticked', { consent0: 'on', btnSubmit: 'submit', btnCancel: 'cancel' }],
    ['no button', { consent0: 'on' }],
    ['another button', { consent0: 'on', btnSubmit: 'yes' }],
    ['nothing ticked', { btnSubmit: 'submit' }],
    ['only offline_access ticked', { consent1: 'on', btnSubmit: 'submit' }],
  ])('%s', async (_, fields) => {
    const user = await aUser(store)
    const { person, last } = await enter(app, asking, user, {
      request: { scope: 'openid offline_access', state: 's' },
    })
    const answer = await person.submit(fields)
    expect(responseOf(answer)).toEqual({ ...declined, state: 's' })
    expect(await storedConsent(user, asking)).toBeUndefined()
    expect(reasonOf(await person.visit(last.url))).toBe('finished')
  })

  test('by the user of a self-registered client shows where the link leads first', async () => {
    const client = await aClient(store, { createdViaDcr: true, consentRequired: true })
    const { person } = await enter(app, client, await aUser(store))
    const answer = await person.submit({ btnCancel: 'cancel' })
    expect(answer.view).toMatchObject({
      page: 'redirect-withheld',
      destination: 'client.example',
      continueUrl: expect.stringContaining('error=access_denied'),
    })
  })
})

describe('the account scope', () => {
  test('is approved once per client, whatever the client asks', async () => {
    const user = await aUser(store)
    await grantToUser(store, user, manage)
    const request = { scope: `openid ${manage}` }
    const { person, last } = await enter(app, silent, user, { request })
    expect(scopesOf(last)).toEqual(['openid', manage])
    await person.submit(approval(last))
    expect(responseOf(await begin(person, silent, request))?.code).toBeDefined()
    expect(
      responseOf(await begin(person, silent, { ...request, prompt: 'none' }))?.code,
    ).toBeDefined()
    await app.runtime.database.prisma.userConsent.deleteMany({ where: { userId: user.id } })
    expect((await begin(person, silent, request)).view?.page).toBe('consent')
    expect(responseOf(await begin(person, silent, { ...request, prompt: 'none' }))?.error).toBe(
      'consent_required',
    )
  })

  test("needs no approval for the console's own client", async () => {
    const user = await aUser(store)
    await grantToUser(store, user, manage)
    const found = await store.clients.findByIdentifier(consoleClientIdentifier)
    if (!found) throw new Error('No console client.')
    const client = { ...found, secret: '', redirectUri: found.redirectUris[0]?.uri ?? '' }
    const person = visitor(app)
    await begin(person, silent)
    await person.submit({ email: user.email, password: user.password })
    const answer = await begin(person, client, { scope: `openid ${manage}` })
    expect(answer.view).toBeNull()
    expect(answer.url.searchParams.get('code') ?? responseOf(answer)?.code).toHaveLength(128)
  })
})

describe('offline access', () => {
  test('is asked every time, and silently its stored approval is enough', async () => {
    const user = await aUser(store)
    const request = { scope: 'openid offline_access' }
    const { person, last } = await enter(app, silent, user, { request })
    await person.submit(approval(last))
    expect((await begin(person, silent, request)).view?.page).toBe('consent')
    expect(
      responseOf(await begin(person, silent, { ...request, prompt: 'none' }))?.code,
    ).toBeDefined()
  })

  test('unticked it is not granted', async () => {
    const user = await aUser(store)
    const { person } = await enter(app, silent, user, {
      request: { scope: 'openid offline_access' },
    })
    await person.submit({ consent0: 'on', btnSubmit: 'submit' })
    expect(await grantedScope(user)).toBe('openid')
  })
})
