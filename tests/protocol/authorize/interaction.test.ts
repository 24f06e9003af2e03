import { describe, expect, test, vi } from 'vitest'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { entriesOf, visitor } from '#tests/support/visitor.ts'
import { begin, credentials, enter, interactionOf, reasonOf } from './fixture.ts'

const app = await server()
const { store } = app
const client = await aClient(store)
const user = await aUser(store)

const pages = ['/auth/pwd', '/auth/otp', '/auth/consent']
const hops = ['level1', 'level1completed', 'level2', 'completed', 'issue'].map((p) => `/auth/${p}`)

describe('the gate', () => {
  test.each([...pages, ...hops])('%s with an unknown interaction answers a page', async (path) => {
    const person = visitor(app)
    await begin(person, client)
    for (const query of ['?ceremony=unknown', `?ceremony=${'x'.repeat(5000)}`]) {
      const answer = await person.visit(`${path}${query}`)
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'ceremony_expired'])
    }
  })

  test.each(pages)('a form sent to %s without an interaction answers a page', async (path) => {
    const answer = await visitor(app).post(path, {})
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'sign_in_lost'])
    const person = visitor(app)
    await begin(person, client)
    const nameless = await person.post(path, {})
    expect([nameless.status, reasonOf(nameless)]).toEqual([400, 'ceremony_expired'])
  })

  test("another browser's interaction is refused, and goes on in its own", async () => {
    const person = visitor(app)
    const identifier = interactionOf(await begin(person, client))
    const stranger = visitor(app)
    await begin(stranger, client)
    for (const path of [...pages, ...hops]) {
      const answer = await stranger.visit(`${path}?ceremony=${identifier}`)
      expect(reasonOf(answer)).toBe('ceremony_mismatch')
    }
    const fields = { ceremonyId: identifier, ...credentials(user) }
    expect(reasonOf(await stranger.post('/auth/pwd', fields))).toBe('ceremony_mismatch')
    expect(responseOf(await person.post('/auth/pwd', fields))?.code).toBeDefined()
  })

  test("another browser's visits are audited once for an interaction and an address", async () => {
    const own = await aClient(store)
    const entries = () =>
      entriesOf(app, 'auth_ceremony_mismatch', { clientId: own.clientIdentifier })
    const stranger = visitor(app)
    const visit = async (from: typeof stranger, identifier: string) => {
      const answer = await from.visit(`/auth/pwd?ceremony=${identifier}`)
      expect(reasonOf(answer)).toBe('other_browser')
    }
    const first = interactionOf(await begin(visitor(app), own))
    for (let visits = 0; visits < 5; visits++) await visit(stranger, first)
    await Promise.all(Array.from({ length: 5 }, () => visit(stranger.copy(), first)))
    expect(await entries()).toHaveLength(1)
    await visit(visitor(app), first)
    expect(await entries()).toHaveLength(2)
    await visit(stranger, interactionOf(await begin(visitor(app), own)))
    expect(await entries()).toHaveLength(3)
  })

  test.each(['ceremony_mismatch_audit', 'ceremony_mismatch_ip'])(
    "another browser's visits that cannot be counted are refused all the same (%s)",
    async (uncounted) => {
      const identifier = interactionOf(await begin(visitor(app), client))
      const { spend } = app.runtime.limits
      const failing = vi
        .spyOn(app.runtime.limits, 'spend')
        .mockImplementation((budget, key) =>
          budget.name === uncounted ? Promise.reject(new Error('no database')) : spend(budget, key),
        )
      const answer = await visitor(app).visit(`/auth/pwd?ceremony=${identifier}`)
      expect(failing.mock.calls.map(([budget]) => budget.name)).toContain(uncounted)
      failing.mockRestore()
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'other_browser'])
    },
  )

  test('after an hour it starts again', async () => {
    const person = visitor(app)
    const page = await begin(person, client)
    app.clock.advance(3600)
    const answer = await person.visit(page.url)
    expect(answer.view).toMatchObject({ page: 'sign-in', startedAgain: true })
    expect(interactionOf(answer)).not.toBe(interactionOf(page))
  })

  test('hops do not answer HEAD, which would use up the code', async () => {
    for (const hop of hops) {
      const { status, headers } = await app.fetch(`${hop}?ceremony=x`, { method: 'HEAD' })
      expect([status, headers.get('cache-control')]).toEqual([405, 'no-store'])
    }
  })
})

test.each([...hops, '/auth/authorize'])('%s names no HEAD among what it allows', async (path) => {
  const allowed = async (method: string) => (await app.fetch(path, { method })).headers.get('allow')
  const expected = path === '/auth/authorize' ? 'GET, POST, OPTIONS' : 'GET, OPTIONS'
  for (const method of ['HEAD', 'PUT', 'OPTIONS']) expect(await allowed(method)).toBe(expected)
})

describe('reloads, Back, tabs', () => {
  test('a page can be loaded again, and every hop leads back to it', async () => {
    const person = visitor(app)
    const page = await begin(person, client)
    const same = { ...page.view, requestCopy: expect.any(String) }
    expect((await person.visit(page.url)).view).toEqual(same)
    for (const path of [...hops, '/auth/otp', '/auth/consent']) {
      const led = await person.visit(`${path}?ceremony=${interactionOf(page)}`)
      expect(led.url.href).toBe(page.url.href)
    }
  })

  test('Back to a step that lies behind says so, and the sign-in goes on', async () => {
    const own = await aUser(store)
    const { person, last } = await enter(app, client, own, { request: { prompt: 'consent' } })
    expect(last.view?.page).toBe('consent')
    const back = await person.visit(`/auth/pwd?ceremony=${interactionOf(last)}`)
    expect([back.status, reasonOf(back)]).toEqual([400, 'state_mismatch'])
    expect((await person.visit(last.url)).view?.page).toBe('consent')
    const again = { ceremonyId: interactionOf(last), ...credentials(own) }
    expect(reasonOf(await person.post('/auth/pwd', again))).toBe('state_mismatch')
  })

  test('a completed interaction is finished for every address', async () => {
    const own = await aUser(store)
    const person = visitor(app)
    const page = await begin(person, client)
    await person.submit(credentials(own))
    for (const path of [...pages, ...hops]) {
      const answer = await person.visit(`${path}?ceremony=${interactionOf(page)}`)
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'finished'])
    }
  })

  test('two sign-ins run side by side, each for its own client', async () => {
    const other = await aClient(store, { redirectUris: ['https://other.example/cb'] })
    const own = await aUser(store)
    const person = visitor(app)
    const first = await begin(person, client, { state: 'first', prompt: 'login' })
    const second = await begin(person, other, { state: 'second', prompt: 'login' })
    const fields = (page: typeof first) => ({
      ceremonyId: interactionOf(page),
      ...credentials(own),
    })
    const secondAnswer = await person.post('/auth/pwd', fields(second))
    const firstAnswer = await person.post('/auth/pwd', fields(first))
    expect(secondAnswer.location?.host).toBe('other.example')
    expect(responseOf(secondAnswer)?.state).toBe('second')
    expect(firstAnswer.location?.host).toBe('client.example')
    expect(responseOf(firstAnswer)?.state).toBe('first')
  })

  test('a waiting sign-in page uses the session that another tab began', async () => {
    const own = await aUser(store)
    const person = visitor(app)
    const waiting = await begin(person, client)
    await begin(person, client)
    await person.submit(credentials(own))
    expect(responseOf(await person.visit(waiting.url))?.code).toBeDefined()
  })

  test('a waiting sign-in page takes a password although another tab signed the browser on', async () => {
    const own = await aUser(store)
    const person = visitor(app)
    const waiting = { ceremonyId: interactionOf(await begin(person, client)), ...credentials(own) }
    await enter(app, client, own, { browser: person })
    expect(responseOf(await person.post('/auth/pwd', waiting))?.code).toBeDefined()
  })

  test('a consent page shown to one user is never answered for another', async () => {
    const asking = await aClient(store, { consentRequired: true })
    const [ada, bob] = [await aUser(store), await aUser(store)]
    const { person } = await enter(app, client, ada)
    const consent = await begin(person, asking)
    expect(consent.view).toMatchObject({ page: 'consent', account: { email: ada.email } })
    await begin(person, client, { prompt: 'login' })
    await person.submit(credentials(bob))
    const answer = await person.post('/auth/consent', {
      ceremonyId: consent.view?.page === 'consent' ? consent.view.ceremonyId : '',
      consent0: 'on',
      btnSubmit: 'submit',
    })
    expect(answer.view?.page).toBe('sign-in')
    expect(await store.consents.find(bob.id, asking.id)).toBeNull()
    expect(await store.consents.find(ada.id, asking.id)).toBeNull()
  })
})

describe('the browser cookie', () => {
  test('a planted value is worthless once a password was accepted', async () => {
    const own = await aUser(store)
    const attacker = visitor(app)
    const page = await begin(attacker, client, { prompt: 'consent' })
    const victim = attacker.copy()
    await victim.post('/auth/pwd', { ceremonyId: interactionOf(page), ...credentials(own) })
    expect(reasonOf(await attacker.visit(`/auth/consent?ceremony=${interactionOf(page)}`))).toBe(
      'ceremony_mismatch',
    )
    expect((await victim.visit(`/auth/consent?ceremony=${interactionOf(page)}`)).view?.page).toBe(
      'consent',
    )
  })

  test('a value that is none of ours is replaced', async () => {
    const person = visitor(app)
    person.cookies.set('authserver-browser', 'short')
    const page = await begin(person, client)
    expect(page.view?.page).toBe('sign-in')
    expect(person.cookies.get('authserver-browser')).toHaveLength(43)
  })

  test('is HttpOnly, Lax, for the whole site and the browser session', async () => {
    const answer = await app.fetch(
      `/auth/authorize?${new URLSearchParams({
        client_id: client.clientIdentifier,
        redirect_uri: client.redirectUri,
        response_type: 'code',
        scope: 'openid',
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
      })}`,
    )
    expect(answer.status).toBe(302)
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^authserver-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })
})

describe('submitted twice at once', () => {
  test('of right passwords one signs on, and the others go on with its session', async () => {
    const own = await aUser(store)
    const person = visitor(app)
    const page = await begin(person, client)
    const fields = { ceremonyId: interactionOf(page), ...credentials(own) }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => person.copy().post('/auth/pwd', fields)),
    )
    expect(answers.every((answer) => responseOf(answer)?.code)).toBe(true)
    expect(await sessionsOf(store, own.id)).toHaveLength(1)
  })

  test('of two approvals one gives a code', async () => {
    const own = await aUser(store)
    const { person, last } = await enter(app, client, own, { request: { prompt: 'consent' } })
    const ceremonyId = last.view?.page === 'consent' ? last.view.ceremonyId : ''
    const fields = { ceremonyId, consent0: 'on', btnSubmit: 'submit' }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => person.copy().post('/auth/consent', fields)),
    )
    expect(answers.filter((answer) => responseOf(answer)?.code)).toHaveLength(1)
    const others = answers.filter((answer) => !responseOf(answer))
    expect(others.map(({ status }) => status)).toEqual(Array(5).fill(400))
    expect(await entriesOf(app, 'created_auth_code', { userId: own.id })).toHaveLength(1)
    expect(await entriesOf(app, 'saved_consent', { userId: own.id })).toHaveLength(1)
    expect(await sessionsOf(store, own.id)).toHaveLength(1)
  })
})

describe('the page about a step that is finished', () => {
  async function back(columns: Parameters<typeof aClient>[1]) {
    const client = await aClient(store, columns)
    const { person, last } = await enter(app, client, await aUser(store))
    expect(responseOf(last)?.code).toBeDefined()
    const { id } = client
    const row = await app.runtime.database.prisma.interaction.findFirst({ where: { clientId: id } })
    const visit = await person.visit(`/auth/pwd?ceremony=${row?.interactionIdentifier}`)
    expect(reasonOf(visit)).toBe('finished')
    return { view: visit.view, person, identifier: row?.interactionIdentifier }
  }

  test('offers the website of the application', async () => {
    const columns = { websiteUrl: 'https://shop.example/a?b', displayName: 'Shop' }
    const { view } = await back({ ...columns, showDisplayName: true })
    const application = { name: 'Shop', websiteUrl: 'https://shop.example/a?b' }
    expect(view).toMatchObject({ ways: [{ to: 'application', application }] })
  })

  test.each([
    [''],
    ['javascript:alert(1)'],
    ['JAVASCRIPT:alert(1)//https://x.example'],
    ['https://'],
    ['shop.example'],
    ['https://shop.example/"onclick="x'],
  ])('offers no %j', async (websiteUrl) => {
    expect((await back({ websiteUrl })).view).toMatchObject({ ways: [] })
  })

  test('tells another browser nothing of the application', async () => {
    const { identifier } = await back({ websiteUrl: 'https://shop.example/' })
    const stranger = visitor(app)
    await begin(stranger, await aClient(store))
    const { view } = await stranger.visit(`/auth/pwd?ceremony=${identifier}`)
    expect(view).toMatchObject({ page: 'error', reason: 'ceremony_mismatch' })
    expect(JSON.stringify(view)).not.toContain('shop.example')
  })
})
