import { beforeEach, describe, expect, test } from 'vitest'
import { authenticator } from '#tests/support/authenticator.ts'
import { type Browser, hiddenFields, type Visit } from '#tests/support/browser.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { begin, codeAt, enter } from './fixture.ts'
import { createPasskey } from './passkey-fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({ passkeysEnabled: true, recoveryCodesEnabled: false })
beforeEach(() => app.clock.set(testStart))
const optional = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_optional' })
const mandatory = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })

/** A browser whose user signed in so many seconds ago, without a second factor. */
async function signedIn(secondsAgo: number) {
  const user = await aUser(store)
  const { person } = await enter(app, optional, user)
  app.clock.advance(secondsAgo)
  return { user, person }
}

function secretOf({ view }: Visit): string {
  if (view?.page !== 'otp-enrollment') throw new Error(`The page is ${view?.page}.`)
  return view.secret
}

const factors: Readonly<Record<string, (person: Browser, page: Visit) => Promise<Visit>>> = {
  app: (person, page) => person.submit({ otp: codeAt(app, secretOf(page)) }),
  passkey: (person, page) => createPasskey(person, page, authenticator()),
}

describe.each(Object.entries(factors))('a missing %s', (_, setUp) => {
  test('is set up within ten minutes of the sign-in', async () => {
    const { person } = await signedIn(600)
    const page = await begin(person, mandatory)
    expect(responseOf(await setUp(person, page))?.code).toBeDefined()
  })

  test('is set up later only after the user has signed in again', async () => {
    const { user, person } = await signedIn(601)
    const page = await begin(person, mandatory)
    expect(page.view).toMatchObject({ page: 'sign-in', account: { email: user.email } })
    const next = await person.submit({ email: user.email, password: user.password })
    expect(responseOf(await setUp(person, next))?.code).toBeDefined()
  })

  test('is still set up where its page was shown in time', async () => {
    const { person } = await signedIn(600)
    const page = await begin(person, mandatory)
    app.clock.advance(1_200)
    if (page.view?.page !== 'otp-enrollment') throw new Error(`The page is ${page.view?.page}.`)
    expect(responseOf(await setUp(person, page))?.code).toBeDefined()
  })
})

test('an old session gets no recovery codes, no app and no passkey by a form of the page that it never saw', async () => {
  const { user, person } = await signedIn(601)
  const page = await begin(person, mandatory)
  for (const [path, ...field] of [
    ['/auth/otp', 'otp', '123456'],
    ['/auth/passkey-offer', 'credential', '{}'],
  ] as const) {
    const last = await person.copy().post(path, [...hiddenFields(page.view), field])
    expect(last.view?.page).toBe('sign-in')
  }
  expect(await store.users.findById(user.id)).toMatchObject({ otpEnabled: false })
  expect(await store.passkeys.findOfUser(user.id)).toEqual([])
})
