import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { allAtOnce } from '#tests/support/at-once.ts'
import type { Browser } from '#tests/support/browser.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { entriesOf, errorOf, visitor } from '#tests/support/visitor.ts'
import { enter } from '../authorize/fixture.ts'
import {
  anAddress,
  goodPassword,
  linkIn,
  mailTo,
  refusedPasswords,
  twice,
  withMail,
} from './fixture.ts'

const app = await server()
const { store } = app
const outbox = await withMail(app)
afterAll(() => outbox.close())

const failed = 'failed_account_activation_code'

beforeEach(async () => {
  app.clock.set(testStart)
  await app.changeSettings({
    selfRegistrationEnabled: true,
    selfRegistrationRequiresEmailVerification: true,
    smtpEnabled: true,
  })
})

/**
 * Registers an address.
 * @returns its link, and the id of its pre-registration
 */
async function aLink() {
  const email = anAddress()
  await visitor(app).post('/account/register', { email })
  const link = linkIn((await mailTo(outbox, email)).at(-1))
  const found = await store.preRegistrations.findByEmail(email)
  if (!found) throw new Error('Nothing was stored.')
  return { email, link, found }
}

async function follow(link: string, person: Browser = visitor(app)) {
  return { person, page: await person.visit(link) }
}

describe('the link', () => {
  test('leads to the same address without the code, where the form is', async () => {
    const { email, link, found } = await aLink()
    const { page } = await follow(link)
    expect(page.url.pathname + page.url.search).toBe('/account/activate')
    expect(page.status).toBe(200)
    expect(page.view).toMatchObject({ page: 'activate', email, rule: { minLength: 8 } })
    expect(found.verificationCodeHash).toBe(sha256Hex(link.split('=')[1] ?? ''))
  })

  test('is answered 303 with a new cookie, and spends nothing', async () => {
    const { link, email } = await aLink()
    for (let i = 0; i < 3; i++) {
      const answer = await app.fetch(link, { redirect: 'manual' })
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toMatch(/\/account\/activate$/)
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    const { person } = await follow(link)
    expect((await person.submit(twice(goodPassword))).view?.page).toBe('registered')
    expect(await store.users.findByEmail(email)).not.toBeNull()
  })

  test('replaces a cookie that somebody else may have planted', async () => {
    const { link } = await aLink()
    const planted = visitor(app)
    planted.cookies.set('authserver-browser', 'p'.repeat(43))
    const other = planted.copy()
    await follow(link, planted)
    expect(planted.cookies.get('authserver-browser')).not.toBe('p'.repeat(43))
    expect((await other.visit('/account/activate')).view?.page).toBe('link-expired')
  })

  test('works for half an hour', async () => {
    const { link, found } = await aLink()
    app.clock.advance(1_799)
    expect((await follow(link)).page.view?.page).toBe('activate')
    app.clock.advance(1)
    const { page } = await follow(link)
    expect([page.status, page.view]).toEqual([
      200,
      { page: 'link-expired', flow: 'activate', reason: 'expired', ceremonyId: '', uiLocales: [] },
    ])
    expect(await entriesOf(app, failed, { preRegistrationId: found.id })).toMatchObject([
      { reason: 'code_expired' },
    ])
  })

  test.each(['unknown', '', 'x'.repeat(2000)])('with the code %o shows the same', async (code) => {
    const person = visitor(app)
    const page = await person.visit(`/account/activate?code=${code}`)
    expect([page.status, page.view?.page]).toEqual([200, 'link-expired'])
    expect((await entriesOf(app, failed, { reason: 'unknown_code' })).at(-1)).toEqual({
      reason: 'unknown_code',
      ip: expect.stringMatching(/^198\.51\./),
    })
  })

  test('a second one in the same browser asks which goes on, and takes over when chosen', async () => {
    const [first, second] = [await aLink(), await aLink()]
    const { person } = await follow(first.link)
    const { page } = await follow(second.link, person)
    expect([page.status, page.view]).toEqual([
      200,
      {
        page: 'link-in-flight',
        flow: 'activate',
        code: second.link.split('=')[1],
        ceremonyId: '',
        email: `p…@example.org`,
        open: { flow: 'activate', email: 'p…@example.org' },
        uiLocales: ['en'],
      },
    ])
    expect((await person.visit('/account/activate')).view).toMatchObject({ email: first.email })
    const code = second.link.split('=')[1] ?? ''
    const chosen = await person.post('/account/activate', { code })
    expect(chosen.view).toMatchObject({ page: 'activate', email: second.email })
    expect((await person.submit(twice(goodPassword))).view?.page).toBe('registered')
    expect(await store.users.findByEmail(second.email)).not.toBeNull()
    expect(await store.users.findByEmail(first.email)).toBeNull()
    expect((await follow(first.link, person)).page.view?.page).toBe('activate')
  })

  test('names who is signed in to the browser, and signs nobody in or out', async () => {
    const { link, email } = await aLink()
    const user = await aUser(store)
    const { person } = await enter(app, await aClient(store), user)
    const session = person.cookies.get('authserver-session')
    const { page } = await follow(link, person)
    expect(page.view).toMatchObject({ page: 'activate', email, signedInAs: user.email })
    expect((await person.submit(twice(goodPassword))).view?.page).toBe('registered')
    expect(person.cookies.get('authserver-session')).toBe(session)
  })

  test('one that was spent elsewhere stands in nobody’s way', async () => {
    const [first, second] = [await aLink(), await aLink()]
    const { person } = await follow(first.link)
    await (await follow(first.link)).person.submit(twice(goodPassword))
    expect((await follow(second.link, person)).page.view?.page).toBe('activate')
  })

  test('followed again it renews the time and keeps the open form good', async () => {
    const { link } = await aLink()
    const { person, page } = await follow(link)
    app.clock.advance(1_500)
    const again = await person.visit(link)
    expect(again.view).toEqual(page.view)
    app.clock.advance(1_799)
    expect((await person.submit(twice(goodPassword))).view?.page).toBe('registered')
  })
})

test('the address without a link shows that there is none', async () => {
  const page = await visitor(app).visit('/account/activate')
  expect([page.status, page.view?.page]).toEqual([200, 'link-expired'])
})

describe('the form', () => {
  test('makes no account of a domain that was blocked meanwhile', async () => {
    const { email, link } = await aLink()
    const { person } = await follow(link)
    await app.changeSettings({ registrationBlockedEmailDomains: 'example.org' })
    const answer = await person.submit(twice(goodPassword))
    await app.changeSettings({ registrationBlockedEmailDomains: '' })
    expect(answer.view?.page).toBe('activate')
    expect(errorOf(answer)).toBe('validator.email.domain_not_allowed')
    expect(await store.users.findByEmail(email)).toBeNull()
  })

  test('makes the account, its address verified, and spends the link', async () => {
    const { email, link } = await aLink()
    const { person } = await follow(link)
    const answer = await person.submit(twice(goodPassword))
    expect([answer.status, answer.view?.page]).toEqual([200, 'registered'])
    const user = await store.users.findByEmail(email)
    expect(user).toMatchObject({ enabled: true, emailVerified: true })
    expect(await store.preRegistrations.findByEmail(email)).toBeNull()
    expect(await entriesOf(app, 'created_user', { email })).toHaveLength(1)
    expect(await entriesOf(app, 'activated_account', { email })).toEqual([
      { email, userId: user?.id },
    ])
    expect((await mailTo(outbox, email)).map((mail) => mail.subject)).toEqual([
      'Finish creating your Example <App> account',
      'Welcome to Example <App>',
    ])
    expect((await person.visit(link)).view?.page).toBe('link-expired')
    expect((await person.visit('/account/activate')).view?.page).toBe('link-expired')
  })

  test('takes no password made of the address', async () => {
    const { link } = await aLink()
    const { person } = await follow(link)
    const answer = await person.submit(twice('person-example'))
    expect(errorOf(answer)).toBe('validator.password.too_common')
  })

  test.each(refusedPasswords)('%o is told on it, and it can be sent again', async (fields, key) => {
    const { link } = await aLink()
    const { person } = await follow(link)
    const answer = await person.submit(fields)
    expect([answer.status, answer.view?.page, errorOf(answer)]).toEqual([200, 'activate', key])
    expect((await person.submit(twice(goodPassword))).view?.page).toBe('registered')
  })

  test.each(['marker_missing', 'continuation_mismatch', 'marker_expired'])(
    '%s: 400, nothing is made',
    async (reason) => {
      const { email, link } = await aLink()
      const { person, page } = await follow(link)
      const sent = page.view?.page === 'activate' ? page.view.continuationId : ''
      if (reason === 'marker_expired') app.clock.advance(1_800)
      if (reason === 'marker_missing') person.cookies.clear()
      const continuationId = reason === 'continuation_mismatch' ? 'other' : sent
      const fields = { continuationId, ...twice(goodPassword) }
      const before = await entriesOf(app, failed, { reason })
      const answer = await person.post('/account/activate', fields)
      expect([answer.status, answer.view?.page]).toEqual([400, 'link-expired'])
      expect(await entriesOf(app, failed, { reason })).toHaveLength(before.length + 1)
      expect(await store.users.findByEmail(email)).toBeNull()
    },
  )

  test('a link for a new password opens no account', async () => {
    const user = await aUser(store)
    await visitor(app).post('/forgot-password', { email: user.email })
    const { person, page } = await follow(linkIn((await mailTo(outbox, user.email)).at(-1)))
    const continuationId = page.view?.page === 'reset-password' ? page.view.continuationId : ''
    expect((await person.visit('/account/activate')).view?.page).toBe('link-expired')
    const fields = { continuationId, ...twice(goodPassword) }
    expect((await person.post('/account/activate', fields)).status).toBe(400)
    expect((await entriesOf(app, failed, { reason: 'marker_wrong_flow' })).length).toBe(1)
  })

  test('a link replaced by a later request is no longer outstanding', async () => {
    const { email, link } = await aLink()
    const { person } = await follow(link)
    const found = await store.preRegistrations.findByEmail(email)
    if (!found) throw new Error('Nothing was stored.')
    await store.preRegistrations.replaceCode(found, {
      verificationCodeHash: 'f'.repeat(64),
      verificationCodeIssuedAt: app.clock.now(),
    })
    expect((await person.submit(twice(goodPassword))).status).toBe(400)
    const about = { reason: 'code_no_longer_outstanding', preRegistrationId: found.id }
    expect(await entriesOf(app, failed, about)).toHaveLength(1)
  })

  test('an address that got an account meanwhile is left alone', async () => {
    const { email, link, found } = await aLink()
    const { person } = await follow(link)
    const user = await aUser(store, { email })
    const answer = await person.submit(twice(goodPassword))
    expect([answer.status, answer.view?.page]).toEqual([400, 'link-expired'])
    expect(await store.users.findByEmail(email)).toMatchObject({ passwordHash: user.passwordHash })
    expect(await store.preRegistrations.findById(found.id)).toBeNull()
  })

  test('sent twice at once it makes one account', async () => {
    const { email, link, found } = await aLink()
    const { person, page } = await follow(link)
    const continuationId = page.view?.page === 'activate' ? page.view.continuationId : ''
    const fields = { continuationId, ...twice(goodPassword) }
    const answers = await allAtOnce(store.preRegistrations, 'findById', 3, () =>
      person.copy().post('/account/activate', fields),
    )
    const pages = answers.map(({ view }) => view?.page).sort()
    expect(pages).toEqual(['link-expired', 'link-expired', 'registered'])
    expect(await entriesOf(app, 'activated_account', { email })).toHaveLength(1)
    const lost = { reason: 'claim_lost', preRegistrationId: found.id }
    expect(await entriesOf(app, failed, lost)).toHaveLength(2)
  })

  test('is refused from another site', async () => {
    const init = { headers: { 'sec-fetch-site': 'same-site' } }
    expect((await visitor(app).post('/account/activate', {}, init)).status).toBe(403)
  })
})

test('nothing exists once registration is switched off', async () => {
  const { link } = await aLink()
  const { person, page } = await follow(link)
  const continuationId = page.view?.page === 'activate' ? page.view.continuationId : ''
  await app.changeSettings({ selfRegistrationEnabled: false })
  expect((await person.visit(link)).status).toBe(404)
  expect((await person.visit('/account/activate')).status).toBe(404)
  const fields = { continuationId, ...twice(goodPassword) }
  expect((await person.post('/account/activate', fields)).status).toBe(404)
})

test('pages and forms are limited together, by address', async () => {
  const person = visitor(app)
  let served = 0
  while (served < 60 && (await person.visit('/account/activate')).status === 200) served++
  expect(served).toBe(30)
  expect((await person.post('/account/activate', {})).status).toBe(429)
})
