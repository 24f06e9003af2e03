import { describe, expect, test } from 'vitest'
import { hiddenFields, type Visit } from '#tests/support/browser.ts'
import { approval, responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, codeAt, credentials, interactionOf, reasonOf } from './fixture.ts'

/*
 * The form of a step carries a sealed copy of its request. When its sign-in is gone, expired or of another browser, the
 * step starts again with the request of its own tab.
 */

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const client = await aClient(store)
const user = await aUser(store)

const hour = 3_600

/** The fields of a page's form, with a password. */
function formOf(page: Visit, more: Readonly<Record<string, string>> = credentials(user)) {
  return [...hiddenFields(page.view), ...Object.entries(more)]
}

/** Removes the rows of all sign-ins, as the cleaner does after they expired. */
async function forgetAll() {
  await app.runtime.database.prisma.interaction.deleteMany({})
}

describe('a form that comes after its sign-in is over', () => {
  test('leads to a new sign-in page, with the email and without the password', async () => {
    const person = visitor(app)
    const page = await begin(person, client, { state: 'own', ui_locales: 'de' })
    app.clock.advance(hour)
    await forgetAll()
    const again = await person.post('/auth/pwd', formOf(page))
    expect(again.view).toMatchObject({
      page: 'sign-in',
      email: user.email,
      startedAgain: true,
      uiLocales: ['de'],
    })
    expect(again.view).not.toHaveProperty('error')
    const answer = await person.submit(credentials(user))
    expect(responseOf(answer)).toMatchObject({ state: 'own', code: expect.any(String) })
  })

  test('does not take the account that its user left for another one', async () => {
    const [person, asking] = [visitor(app), await aClient(store, { consentRequired: true })]
    await begin(person, client)
    await person.submit(credentials(user))
    expect((await begin(person, asking)).view?.page).toBe('consent')
    const page = await person.submit({ btnRestart: 'restart' })
    app.clock.advance(hour)
    await forgetAll()
    const again = await person.post('/auth/pwd', formOf(page))
    expect(again.view).toMatchObject({ page: 'sign-in', startedAgain: true })
  })

  test.each(['with its cookies', 'without its cookies'])(
    'of two tabs, each gets the answer to its own request, %s',
    async (kept) => {
      const own = await aUser(store)
      const person = visitor(app)
      const [a, b] = [
        await begin(person, client, { state: 'a' }),
        await begin(person, client, { state: 'b' }),
      ]
      app.clock.advance(2 * hour)
      await forgetAll()
      if (kept === 'without its cookies') person.cookies.clear()
      const again = await person.post('/auth/pwd', formOf(a, credentials(own)))
      expect(again.view).toMatchObject({ page: 'sign-in', startedAgain: true })
      expect(responseOf(await person.submit(credentials(own)))?.state).toBe('a')
      // The browser is signed on by now, so the other tab needs no password.
      const other = await person.post('/auth/pwd', formOf(b, credentials(own)))
      expect(responseOf(other)).toMatchObject({ state: 'b', code: expect.any(String) })
    },
  )

  test('keeps the email of a user who had entered the password', async () => {
    const own = await aUserWithOtp(app)
    const strict = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })
    const person = visitor(app)
    await begin(person, strict)
    const code = await person.submit(credentials(own))
    expect(code.view?.page).toBe('otp')
    app.clock.advance(hour)
    const otp = codeAt(app, own.otpSecret)
    const again = await person.post('/auth/otp', formOf(code, { otp }))
    expect(again.view).toMatchObject({ page: 'sign-in', email: own.email, startedAgain: true })
  })

  test('approves nothing', async () => {
    const own = await aUser(store)
    const asking = await aClient(store, { consentRequired: true })
    const person = visitor(app)
    await begin(person, asking)
    const consent = await person.submit(credentials(own))
    app.clock.advance(hour)
    const fields = [...hiddenFields(consent.view), ...approval(consent)]
    expect((await person.post('/auth/consent', fields)).view?.page).toBe('sign-in')
    expect(await store.consents.find(own.id, asking.id)).toBeNull()
  })

  test('keeps what id_token_hint, max_age and the level asked for', async () => {
    const [hinted, other] = [await aUser(store), await aUser(store)]
    const person = visitor(app)
    const page = await begin(person, client, {
      acr_values: 'urn:authserver:level2_mandatory',
      max_age: '600',
    })
    const { prisma } = app.runtime.database
    const where = { interactionIdentifier: interactionOf(page) }
    await prisma.interaction.update({ where, data: { hintSubject: hinted.subject } })
    const shown = await person.visit(page.url)
    await forgetAll()
    await person.post('/auth/pwd', formOf(shown, credentials(other)))
    const row = await prisma.interaction.findFirstOrThrow({})
    expect(row).toMatchObject({
      hintSubject: hinted.subject,
      maxAge: 600,
      targetAcr: 'urn:authserver:level2_mandatory',
    })
    expect(responseOf(await person.submit(credentials(other)))?.error).toBe('login_required')
  })
})

describe('what a copy starts is checked like a new request', () => {
  test('a redirect URI that was removed meanwhile is refused on a page', async () => {
    const own = await aClient(store, { redirectUris: ['https://gone.example/cb'] })
    const person = visitor(app)
    const page = await begin(person, own)
    await forgetAll()
    const { prisma } = app.runtime.database
    await prisma.clientRedirectUri.deleteMany({ where: { clientId: own.id } })
    await store.clients.update(own.id, { description: 'changed' })
    const answer = await person.post('/auth/pwd', formOf(page))
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'redirect_uri_not_registered'])
  })

  test.each([
    ['altered', (copy: string) => `${copy.slice(0, -2)}${copy.endsWith('AA') ? 'BB' : 'AA'}`],
    ['cut', (copy: string) => copy.slice(0, 40)],
    ['made up', () => 'x'.repeat(200)],
    ['too long', (copy: string) => copy.padEnd(40_000, 'A')],
  ])('a copy that was %s starts nothing', async (_, alter) => {
    const person = visitor(app)
    const page = await begin(person, client)
    await forgetAll()
    const fields = formOf(page).map(([name, value]): [string, string] => [
      name ?? '',
      name === 'requestCopy' ? alter(value ?? '') : (value ?? ''),
    ])
    const answer = await person.post('/auth/pwd', fields)
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'ceremony_expired'])
    expect(await app.runtime.database.prisma.interaction.count()).toBe(0)
  })

  test('a copy older than a day only leads to the website of its application', async () => {
    const own = await aClient(store, { websiteUrl: 'https://shop.example/' })
    const person = visitor(app)
    const page = await begin(person, own)
    await forgetAll()
    app.clock.advance(24 * hour)
    const answer = await person.post('/auth/pwd', formOf(page))
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'ceremony_expired'])
    expect(answer.view).toMatchObject({
      ways: [{ to: 'application', application: { websiteUrl: 'https://shop.example/' } }],
    })
  })

  test('a form without a copy, as of the former release, gets a page', async () => {
    const person = visitor(app)
    const page = await begin(person, client)
    await forgetAll()
    const fields = { ceremonyId: interactionOf(page), ...credentials(user) }
    expect(reasonOf(await person.post('/auth/pwd', fields))).toBe('ceremony_expired')
  })
})

describe('a sign-in of another browser', () => {
  test('is offered to a browser without cookies, and starts there with a button', async () => {
    const page = await begin(visitor(app), client, { state: 'shared' })
    const other = visitor(app)
    const told = await other.visit(page.url)
    expect([told.status, reasonOf(told)]).toEqual([400, 'other_browser'])
    expect(JSON.stringify(told.view)).not.toContain(client.clientIdentifier)
    const started = await other.post('/auth/restart', wayFields(told, 'start_here'))
    expect(started.view).toMatchObject({ page: 'sign-in' })
    expect(started.view).not.toHaveProperty('startedAgain')
    expect(responseOf(await other.submit(credentials(user)))?.state).toBe('shared')
  })

  test('gives way to the one that this browser has open', async () => {
    const page = await begin(visitor(app), client)
    const other = visitor(app)
    const own = await begin(other, client)
    const told = await other.visit(page.url)
    expect([told.status, reasonOf(told)]).toEqual([400, 'ceremony_mismatch'])
    const ways = told.view?.page === 'error' ? told.view.ways : []
    expect(ways?.map(({ to }) => to)).toEqual(['continue_there', 'start_over'])
    const [there] = ways ?? []
    const led = await other.visit(there && 'address' in there ? there.address : '')
    expect(interactionOf(led)).toBe(interactionOf(own))
  })
})

describe('a step that is done', () => {
  test('leads on to the current one, or back to the start', async () => {
    const own = await aUser(store)
    const person = visitor(app)
    const page = await begin(person, client, { prompt: 'consent', state: 'alive' })
    const consent = await person.submit(credentials(own))
    const back = await person.visit(page.url)
    expect([back.status, reasonOf(back)]).toEqual([400, 'state_mismatch'])
    const ways = back.view?.page === 'error' ? (back.view.ways ?? []) : []
    expect(ways.map(({ to }) => to)).toEqual(['continue', 'start_over'])
    const [on] = ways
    expect((await person.visit(on && 'address' in on ? on.address : '')).url.href).toBe(
      consent.url.href,
    )
    const restarted = await person.post('/auth/restart', wayFields(back, 'start_over'))
    expect(restarted.view?.page).toBe('sign-in')
    await person.submit(credentials(own))
    const answer = await person.submit([
      ['consent0', 'on'],
      ['btnSubmit', 'submit'],
    ])
    expect(responseOf(answer)).toMatchObject({ state: 'alive', code: expect.any(String) })
  })

  test('of a sign-in that changed its second factor meanwhile, starts over', async () => {
    const own = await aUserWithOtp(app)
    const strict = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })
    const person = visitor(app)
    await begin(person, strict, { state: 'changed' })
    await person.submit(credentials(own))
    const { prisma } = app.runtime.database
    const data = { otpEnabled: false, otpConfigGeneration: { increment: 1 } }
    await prisma.user.update({ where: { id: own.id }, data })
    const told = await person.submit({ otp: '123456' })
    expect(reasonOf(told)).toBe('otp_changed')
    const started = await person.post('/auth/restart', wayFields(told, 'start_over'))
    expect(started.view?.page).toBe('sign-in')
  })
})

test('the button of a page starts nothing without its copy, and its address leads on', async () => {
  const person = visitor(app)
  expect(reasonOf(await person.post('/auth/restart', {}))).toBe('ceremony_expired')
  const { status, headers } = await app.fetch('/auth/restart')
  expect([status, headers.get('location')]).toEqual([302, expect.stringMatching(/\/account\//)])
  const foreign = await app.fetch('/auth/restart', {
    method: 'POST',
    body: new URLSearchParams({ ceremonyId: 'x' }),
    headers: { origin: 'https://evil.example' },
  })
  expect(foreign.status).toBe(403)
})

test('a client that keeps no cookies costs one row and is told so', async () => {
  await forgetAll()
  for (const start of ['/account', '/admin', '/auth/authorize']) {
    await forgetAll()
    let address: string | null =
      start === '/auth/authorize' ? authorizeAddress() : `/console/sign-in?to=${start}`
    let last: Response | undefined
    for (let redirects = 0; address !== null && redirects <= 3; redirects++) {
      last = await app.fetch(address)
      address = last.headers.get('location')
    }
    expect([last?.status, address]).toEqual([400, null])
    expect(await app.runtime.database.prisma.interaction.count()).toBe(1)
  }
})

function authorizeAddress(): string {
  const { clientIdentifier, redirectUri } = client
  const parameters = {
    client_id: clientIdentifier,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  }
  return `/auth/authorize?${new URLSearchParams(parameters)}`
}

/** The hidden fields of a button on a page that reports a problem. */
function wayFields({ view }: Visit, to: string): Record<string, string> {
  const ways = view?.page === 'error' ? (view.ways ?? []) : []
  const way = ways.find((one) => one.to === to)
  if (!way || !('requestCopy' in way)) throw new Error(`The page has no way '${to}'.`)
  const { ceremonyId, requestCopy } = way
  return { ceremonyId, requestCopy }
}
