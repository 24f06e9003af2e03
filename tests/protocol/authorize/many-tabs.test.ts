import { afterAll, describe, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { type Browser, hiddenFields, type Visit } from '#tests/support/browser.ts'
import { openServedDatabase } from '#tests/support/file-database.ts'
import { approval, redeem, refresh, responseOf, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { type FormFields, fieldList, server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { visitor } from '#tests/support/visitor.ts'
import { anAddress, goodPassword, twice, withMail } from '../self-service/fixture.ts'
import { aUserWithOtp, begin, codeAt, credentials, reasonOf } from './fixture.ts'

/*
 * Several tabs of one user submit at the same moment and lock the same rows. No tab may fail, nor may another
 * user's request.
 */

const app = await server({
  env: { RATE_LIMITER_ENABLED: 'false' },
  database: await openServedDatabase(),
})
const { store } = app
const outbox = await withMail(app)
afterAll(() => outbox.close())
const plain = await aClient(store)
const asking = await aClient(store, { consentRequired: true })
const strict = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })
const onBusyMachine = { timeout: 60_000 }

/** Submits a prepared form. */
type Send = () => Promise<Visit>

/** The form of a browser's current page, submitted from a separate tab. */
function tabOf(person: Browser, page: Visit, path: string, fields: FormFields): Send {
  const hidden = hiddenFields(page.view)
  const tab = person.copy()
  return () => {
    // A tab holds the cookies that the browser received from its other tabs.
    for (const [name, value] of person.cookies) tab.cookies.set(name, value)
    return tab.post(path, [...hidden, ...fieldList(fields)])
  }
}

/** Opens parallel sign-ins in one browser, each up to the page after the password. */
async function afterPassword(
  client: TestClient,
  user: TestUser,
  count: number,
  tab: (person: Browser, page: Visit) => Send,
): Promise<Send[]> {
  const person = visitor(app)
  const tabs: Send[] = []
  for (let i = 0; i < count; i++) {
    await begin(person, client)
    tabs.push(tab(person, await person.submit(credentials(user))))
  }
  return tabs
}

async function atPassword(client: TestClient, user: TestUser, count: number): Promise<Send[]> {
  const person = visitor(app)
  const tabs: Send[] = []
  for (let i = 0; i < count; i++) {
    tabs.push(tabOf(person, await begin(person, client), '/auth/pwd', credentials(user)))
  }
  return tabs
}

function tabsOf(
  count: number,
  person: Browser,
  page: Visit,
  path: string,
  fields: FormFields,
): Send[] {
  return Array.from({ length: count }, () => tabOf(person, page, path, fields))
}

/** How many of the tabs succeed. */
type Winners = 'one' | 'all'

/** Every form of a sign-in that takes a lock, with a function that opens this many tabs of one user. */
const pages: readonly (readonly [string, Winners, (count: number) => Promise<Send[]>])[] = [
  ['sign-in', 'all', async (count) => atPassword(plain, await aUser(store), count)],
  [
    'sign-in before a code',
    'all',
    async (count) => atPassword(strict, await aUserWithOtp(app), count),
  ],
  [
    'code',
    'one',
    async (count) => {
      const user = await aUserWithOtp(app)
      const otp = codeAt(app, user.otpSecret)
      return afterPassword(strict, user, count, (person, page) =>
        tabOf(person, page, '/auth/otp', { otp }),
      )
    },
  ],
  [
    'enrolment',
    'one',
    async (count) =>
      afterPassword(strict, await aUser(store), count, (person, page) => {
        const secret = page.view?.page === 'otp-enrollment' ? page.view.secret : ''
        return tabOf(person, page, '/auth/otp', { otp: codeAt(app, secret) })
      }),
  ],
  [
    'consent',
    'all',
    async (count) =>
      afterPassword(asking, await aUser(store), count, (person, page) =>
        tabOf(person, page, '/auth/consent', approval(page)),
      ),
  ],
  [
    'sign-out',
    'all',
    async (count) => {
      const { browser: person } = await signIn(app, plain, await aUser(store))
      const page = await person.visit('/auth/logout')
      return tabsOf(count, person, page, '/auth/logout', [])
    },
  ],
  [
    'registration',
    'one',
    async (count) => {
      await allowRegistration({ byMail: false })
      const person = visitor(app)
      const page = await person.visit('/account/register')
      const fields = { email: anAddress(), ...twice(goodPassword) }
      return tabsOf(count, person, page, '/account/register', fields)
    },
  ],
  [
    'registration by mail',
    'all',
    async (count) => {
      await allowRegistration({ byMail: true })
      const person = visitor(app)
      const page = await person.visit('/account/register')
      return tabsOf(count, person, page, '/account/register', { email: anAddress() })
    },
  ],
  [
    'a followed link of a registration',
    'all',
    async (count) => {
      const code = await activationCode()
      const person = visitor(app)
      const page = await person.visit(`/account/activate?code=${code}`)
      return tabsOf(count, person, { ...page, view: null }, '/account/activate', { code })
    },
  ],
  [
    'activation',
    'one',
    async (count) => {
      const person = visitor(app)
      const page = await person.visit(`/account/activate?code=${await activationCode()}`)
      return tabsOf(count, person, page, '/account/activate', twice(goodPassword))
    },
  ],
  [
    'a forgotten password',
    'all',
    async (count) => {
      const { email } = await aUser(store)
      const person = visitor(app)
      const page = await person.visit('/forgot-password')
      return tabsOf(count, person, page, '/forgot-password', { email })
    },
  ],
  [
    'reset',
    'one',
    async (count) => {
      const person = visitor(app)
      const page = await person.visit(`/reset-password?code=${await resetCode()}`)
      return tabsOf(count, person, page, '/reset-password', twice(goodPassword))
    },
  ],
  [
    'a request for a sign-in link',
    'all',
    async (count) => {
      const { email } = await aUser(store)
      const person = visitor(app)
      const page = await person.visit('/sign-in-link')
      return tabsOf(count, person, page, '/sign-in-link', { email })
    },
  ],
  [
    'a sign-in link',
    'one',
    async (count) => {
      const person = visitor(app)
      const page = await person.visit(`/sign-in-link?code=${await signInLinkCode()}`)
      return tabsOf(count, person, page, '/sign-in-link', [])
    },
  ],
]

function allowRegistration({ byMail }: { readonly byMail: boolean }) {
  return app.changeSettings({
    selfRegistrationEnabled: true,
    selfRegistrationRequiresEmailVerification: byMail,
  })
}

/** The code of a registration link, without the mail. */
async function activationCode(): Promise<string> {
  await allowRegistration({ byMail: true })
  const code = randomToken(24)
  await store.preRegistrations.insert(anAddress(), {
    verificationCodeHash: sha256Hex(code),
    verificationCodeIssuedAt: testStart,
  })
  return code
}

async function resetCode(): Promise<string> {
  const code = randomToken(24)
  await aUser(store, {
    forgotPasswordCodeHash: sha256Hex(code),
    forgotPasswordCodeIssuedAt: testStart,
  })
  return code
}

async function signInLinkCode(): Promise<string> {
  const user = await aUser(store)
  const key = sha256Hex(user.email)
  const { authStateGeneration } = user
  const expiresAt = addSeconds(testStart, 86_400)
  await store.signInFailures.add({ key, authStateGeneration, now: testStart, expiresAt })
  const failures = await store.signInFailures.find(key)
  if (!failures) throw new Error('Nothing was counted.')
  const code = randomToken(24)
  const linkCodeHash = sha256Hex(code)
  await store.signInFailures.keepLink(failures, {
    userId: user.id,
    linkCodeHash,
    linkIssuedAt: testStart,
  })
  return code
}

/** Sends all tabs at once, while another user refreshes tokens and reads discovery. */
async function sendAll(tabs: readonly Send[]): Promise<Visit[]> {
  const user = await aUser(store)
  const signedIn = await signIn(app, plain, user, { request: { scope: 'openid' } })
  let { body } = await redeem(app, plain, signedIn)
  let underWay = true
  const sent = Promise.all(tabs.map((send) => send())).finally(() => (underWay = false))
  do {
    const answer = await refresh(app, plain, body.refresh_token ?? '')
    expect(answer.status).toBe(200)
    body = answer.body
    expect((await app.fetch('/.well-known/openid-configuration')).status).toBe(200)
  } while (underWay)
  return sent
}

const nextPages: readonly (string | undefined)[] = [
  'otp',
  'otp-enrollment',
  'consent',
  'signed-out',
  'registered',
  'check-email',
  'activate',
  'password-set',
]

/** True when the form led to the client or to the next page. */
function hasWon(visit: Visit): boolean {
  const { view } = visit
  if (responseOf(visit) !== null) return true
  if (view?.page === 'forgot-password') return view.sent
  if (view?.page === 'sign-in-link') return view.step === 'sent' || view.step === 'done'
  return nextPages.includes(view?.page) && !hasError(visit)
}

function hasError({ view }: Visit): boolean {
  return view !== null && 'error' in view && view.error !== undefined
}

describe.each(pages)('%s, sent at once from', (_, winners, open) => {
  // More tabs than the server has connections.
  test.each([2, 50])('%i tabs: none fails', onBusyMachine, async (count) => {
    const visits = await sendAll(await open(count))
    expect(visits.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(visits.map(reasonOf)).not.toContain('ceremony_mismatch')
    expect(visits.filter(hasWon).length).toBe(winners === 'one' ? 1 : count)
  })

  test('five tabs of each of four people: none fails', onBusyMachine, async () => {
    const tabs: Send[] = []
    for (let i = 0; i < 4; i++) tabs.push(...(await open(5)))
    const visits = await sendAll(tabs)
    expect(visits.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(visits.filter(hasWon).length).toBe(winners === 'one' ? 4 : 20)
  })
})
