import { beforeEach, describe, expect, test } from 'vitest'
import { aUserWithOtp, codeAt } from '#tests/protocol/authorize/fixture.ts'
import { browser, type Visit } from '#tests/support/browser.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { approval, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { aDeviceClient, codesFor, connect, enter, newDevices, pollError } from './device-fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { client: database } = await fileDatabase()
let user: TestUser
let client: TestClient

beforeEach(async () => {
  ;({ user, client } = await newDevices(app, database))
})

const errorOf = ({ view }: Visit) =>
  view?.page === 'device-entry' ? (view.error?.key.split('.').at(-1) ?? 'none') : view?.page
const deviceOf = ({ view }: Visit) => (view?.page === 'device-confirm' ? view.device : undefined)
const reasonOf = ({ view, status }: Visit) =>
  view?.page === 'error' ? `${status} ${view.reason}` : view?.page

describe('a code is entered', () => {
  test.each([
    (code: string) => code.toLowerCase(),
    (code: string) => ` ${code.replace('-', ' ')} `,
    (code: string) => code.replace('-', ''),
  ])('as people type it %#', async (typed) => {
    const { user_code } = await codesFor(app, client)
    const person = browser(app)
    await person.visit('/device')
    expect((await person.submit({ user_code: typed(user_code) })).view?.page).toBe('sign-in')
  })

  test.each([
    ['BCDF', 400, 'malformed'],
    ['BCDF-GHJ0', 400, 'malformed'],
    ['', 400, 'malformed'],
    ['x\u0007y', 400, 'malformed'],
    ['BCDF-GHJK', 400, 'unknown'],
  ])('%j is refused, and stays in the field', async (user_code, status, error) => {
    const person = browser(app)
    await person.visit('/device')
    const refused = await person.submit({ user_code })
    expect([refused.status, errorOf(refused)]).toEqual([status, error])
    const shown = refused.view?.page === 'device-entry' ? refused.view.code : undefined
    expect(shown).toBe(user_code.replace('\u0007', ''))
  })

  test('not after its time, nor after its answer, nor for a client that is off', async () => {
    const tried = async (user_code: string) =>
      errorOf(await enter(browser(app), user, { user_code }))
    const answered = await codesFor(app, client)
    await connect(app, user, answered)
    expect(await tried(answered.user_code)).toBe('unknown')
    const off = await codesFor(app, client)
    await app.store.clients.update(client.id, { deviceGrantEnabled: false })
    expect(await tried(off.user_code)).toBe('unknown')
    const late = await codesFor(app, await aDeviceClient(app))
    app.clock.advance(600)
    expect(await tried(late.user_code)).toBe('unknown')
  })

  test('from another website not at all', async () => {
    const { user_code } = await codesFor(app, client)
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await app.post('/device', { user_code }, { headers })).status).toBe(403)
  })
})

describe('wrong codes', () => {
  const guess = (person = browser(app), user_code = 'BCDF-GHJK', peer = '192.0.2.1') =>
    person.post('/device', { user_code }, { headers: { 'x-test-peer': peer } })

  test('are counted for an address, whatever the limits of the installation', async () => {
    const { user_code } = await codesFor(app, client)
    for (let i = 0; i < 5; i++) {
      await guess()
      await guess(browser(app), 'BCDFGHJK0')
      await guess(browser(app), 'BCDF')
    }
    expect(reasonOf(await guess(browser(app), user_code))).toBe('429 rate_limited')
    expect(reasonOf(await guess(browser(app), user_code, '192.0.2.2'))).toBe('sign-in')
    app.clock.advance(601)
  })

  test('and for who is signed in', async () => {
    const signedIn = await signIn(app, await aClient(app.store), user)
    for (let i = 0; i < 20; i++) await guess(signedIn.browser, undefined, `192.0.2.${10 + i}`)
    expect(reasonOf(await guess(signedIn.browser, undefined, '192.0.2.99'))).toBe(
      '429 rate_limited',
    )
    expect(errorOf(await guess(browser(app), undefined, '192.0.2.99'))).toBe('unknown')
  })

  test('good ones are not', async () => {
    for (let i = 0; i < 12; i++) {
      const { user_code } = await codesFor(app, client)
      expect((await guess(browser(app), user_code)).view?.page).toBe('sign-in')
    }
  })
})

describe('the page that connects a device', () => {
  test('is always shown, with what the person has to compare', async () => {
    const codes = await codesFor(app, client)
    app.clock.advance(130)
    const first = await enter(browser(app), user, codes)
    expect(deviceOf(first)).toEqual({
      code: codes.user_code,
      minutesAgo: 2,
      network: '127.0.0.1',
      isSameNetwork: true,
      asksSameCode: false,
    })
    expect(first.view).toMatchObject({ account: { email: user.email }, client: {} })
    const person = await connect(app, user, codes)
    const again = await enter(person, user, await codesFor(app, client))
    expect(again.view?.page).toBe('device-confirm')
  })

  test('tells another network', async () => {
    const codes = await codesFor(app, client)
    const person = browser(app, { 'x-test-peer': '192.0.2.9' })
    const asked = await enter(person, user, codes)
    expect(deviceOf(asked)).toMatchObject({ network: '127.0.0.1', isSameNetwork: false })
  })

  test('asks for a tick where the code came in an address', async () => {
    const codes = await codesFor(app, client)
    const person = browser(app)
    const offered = await person.visit(codes.verification_uri_complete)
    expect(offered.view).toMatchObject({ page: 'device-entry', code: codes.user_code })
    expect(await database.interaction.count({ where: { clientId: client.id } })).toBe(0)
    await person.submit({ user_code: codes.user_code })
    const asked = await person.submit({ email: user.email, password: user.password })
    expect(deviceOf(asked)).toMatchObject({ asksSameCode: true })
    const without = await person.submit(approval(asked))
    expect(without.view).toMatchObject({
      page: 'device-confirm',
      error: { key: 'pages.device-confirm.tick' },
    })
    expect(await pollError(app, client, codes)).toBe('authorization_pending')
    const done = await person.submit([...approval(without), ['sameCode', 'on']])
    expect(done.view).toMatchObject({ page: 'device-done', isConnected: true })
  })

  test.each([
    (code: string) => `${code}${'\u0001'.repeat(60)}`,
    (code: string) => `${code}${' '.repeat(31)}1`,
    (code: string) => `${'\u0007'.repeat(80)}${code.toLowerCase()}`,
    (code: string) => ` ${code} `,
  ])('however the address hides it %#', async (hidden) => {
    const codes = await codesFor(app, client)
    const person = browser(app)
    const query = new URLSearchParams({ user_code: hidden(codes.user_code) })
    const { view } = await person.visit(`/device?${query}`)
    const shown = view?.page === 'device-entry' ? view.code : ''
    await person.submit({ user_code: shown })
    const asked = await person.submit({ email: user.email, password: user.password })
    expect(deviceOf(asked)).toMatchObject({ asksSameCode: true })
  })

  test('and none where the person typed another code than the address has', async () => {
    const [codes, other] = [await codesFor(app, client), await codesFor(app, client)]
    const person = browser(app)
    await person.visit(other.verification_uri_complete)
    await person.submit({ user_code: codes.user_code })
    const asked = await person.submit({ email: user.email, password: user.password })
    expect(deviceOf(asked)).toMatchObject({ code: codes.user_code, asksSameCode: false })
  })

  test('comes after the second factor', async () => {
    const strong = await aUserWithOtp(app)
    const codes = await codesFor(app, client, 'openid', {
      acr_values: 'urn:authserver:level2_mandatory',
    })
    const person = browser(app)
    const asked = await enter(person, strong, codes)
    expect(asked.view?.page).toBe('otp')
    const proven = await person.submit({ otp: codeAt(app, strong.otpSecret) })
    expect(proven.view?.page).toBe('device-confirm')
    await person.submit(approval(proven))
    expect(await pollError(app, client, codes)).toBe('tokens')
  })

  test('lets the person change the account', async () => {
    const other = await aUser(app.store)
    const codes = await codesFor(app, client)
    const person = browser(app)
    await enter(person, user, codes)
    const back = await person.submit({ btnRestart: 'restart' })
    expect(back.view?.page).toBe('sign-in')
    const asked = await person.submit({ email: other.email, password: other.password })
    expect(asked.view).toMatchObject({ page: 'device-confirm', account: { email: other.email } })
    await person.submit(approval(asked))
    const [row] = await database.deviceAuthorization.findMany({ where: { clientId: client.id } })
    expect(row?.userId).toBe(other.id)
  })

  test('turns the device down without any scope', async () => {
    const codes = await codesFor(app, client)
    const person = browser(app)
    await enter(person, user, codes)
    const done = await person.submit({ btnSubmit: 'submit' })
    expect(done.view).toMatchObject({ page: 'device-done', isConnected: false })
    expect(await pollError(app, client, codes)).toBe('access_denied')
  })

  test('says that the code is over, and leads to the next one', async () => {
    const codes = await codesFor(app, client)
    const person = browser(app)
    const asked = await enter(person, user, codes)
    app.clock.advance(601)
    const late = await person.submit(approval(asked))
    expect(reasonOf(late)).toBe('400 device_request_gone')
    expect(late.view).toMatchObject({ ways: [{ to: 'device', address: '/device' }] })
    expect(await pollError(app, client, codes)).toBe('expired_token')
    const events = await database.auditLog.count({
      where: { auditEvent: 'device_authorization_approved', details: { contains: user.subject } },
    })
    expect(events).toBe(0)
  })

  test('takes one answer of two browsers', async () => {
    const codes = await codesFor(app, client)
    const people = [browser(app), browser(app)]
    const asked = await Promise.all(people.map((person) => enter(person, user, codes)))
    const [yes, no] = people
    const pages = await Promise.all([
      yes?.submit(approval(asked[0] as Visit)),
      no?.submit({ btnCancel: 'cancel' }),
    ])
    const answer = await pollError(app, client, codes)
    expect(['tokens', 'access_denied']).toContain(answer)
    const isConnected = pages[0]?.view?.page === 'device-done' && pages[0].view.isConnected
    expect(isConnected).toBe(answer === 'tokens')
  })

  test('answers once: going back says that it is finished', async () => {
    const codes = await codesFor(app, client)
    const person = await connect(app, user, codes)
    const [row] = await database.interaction.findMany({ where: { clientId: client.id } })
    const again = await person.visit(`/auth/consent?ceremony=${row?.interactionIdentifier}`)
    expect(reasonOf(again)).toMatch(/^400 (finished|state_mismatch)$/)
  })

  test('leads to the code again after the sign-in timed out', async () => {
    const codes = await codesFor(app, client)
    const person = browser(app)
    await person.visit('/device')
    await person.submit({ user_code: codes.user_code })
    app.clock.advance(3_700)
    const late = await person.submit({ email: user.email, password: user.password })
    expect(late.view).toMatchObject({
      reason: 'ceremony_expired',
      ways: [{ to: 'device', address: '/device' }],
    })
  })
})
