import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser.ts'
import { redeem, responseOf, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { visitor } from '#tests/support/visitor.ts'
import { begin, credentials, enter, interactionOf, newestCodeOf, onlySessionOf } from './fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const client = await aClient(store, { defaultAcrLevel: 'urn:authserver:level1' })
const prompt = 'select_account'

beforeEach(async () => {
  app.clock.set(testStart)
  await app.changeSettings({ accountChooserEnabled: true })
})

/** Somebody who is signed in to a browser. */
async function signedIn(): Promise<{ user: TestUser; person: Browser }> {
  const user = await aUser(store)
  const { person } = await enter(app, client, user)
  return { user, person }
}

describe('with somebody signed in, select_account', () => {
  test('asks whether to go on; Continue does, without a password', async () => {
    const { user, person } = await signedIn()
    const page = await begin(person, client, { prompt })
    expect([page.status, page.view]).toMatchObject([
      200,
      { page: 'choose-account', account: { email: user.email, name: 'Ada Lovelace' } },
    ])
    const session = await onlySessionOf(app, user)
    expect(responseOf(await person.submit())?.code).toBeDefined()
    expect((await newestCodeOf(app, user)).sessionIdentifier).toBe(session.sessionIdentifier)
  })

  test('leads to another account by its other button', async () => {
    const { user, person } = await signedIn()
    const other = await aUser(store)
    await begin(person, client, { prompt })
    const page = await person.submit({ btnRestart: 'restart' })
    expect(page.view).toMatchObject({ page: 'sign-in', email: '' })
    expect(page.view).not.toHaveProperty('account')
    const last = await person.submit(credentials(other))
    expect(responseOf(last)?.code).toBeDefined()
    expect((await newestCodeOf(app, other)).userId).not.toBe(user.id)
  })

  test('offers the hinted address to who takes another account', async () => {
    const { person } = await signedIn()
    const login_hint = 'other@example.org'
    expect((await begin(person, client, { prompt, login_hint })).view?.page).toBe('choose-account')
    const page = await person.submit({ btnRestart: 'restart' })
    expect(page.view).toMatchObject({ page: 'sign-in', email: login_hint })
  })

  test('shows the same page after a reload and in a second tab; Back leads on', async () => {
    const { person } = await signedIn()
    const page = await begin(person, client, { prompt, scope: 'openid offline_access' })
    expect((await person.visit(page.url)).view?.page).toBe('choose-account')
    expect((await person.copy().visit(page.url)).view?.page).toBe('choose-account')
    expect((await person.submit()).view?.page).toBe('consent')
    expect((await person.visit(page.url)).view?.page).toBe('consent')
    const again = await person.post('/auth/account', { ceremonyId: interactionOf(page) })
    expect(again.view?.page).toBe('consent')
  })

  test('is asked before consent, which is still asked for', async () => {
    const { person } = await signedIn()
    await begin(person, client, { prompt: 'consent select_account' })
    expect((await person.submit()).view?.page).toBe('consent')
  })

  test('with login asks for the chosen account’s password', async () => {
    const { user, person } = await signedIn()
    expect((await begin(person, client, { prompt: 'select_account login' })).view?.page).toBe(
      'choose-account',
    )
    const page = await person.submit()
    expect(page.view).toMatchObject({ page: 'sign-in', account: { email: user.email } })
    expect(responseOf(await person.submit(credentials(user)))?.code).toBeDefined()
  })

  test('is asked before a sign-in that max_age makes too old is renewed', async () => {
    const { user, person } = await signedIn()
    app.clock.advance(120)
    expect((await begin(person, client, { prompt, max_age: '60' })).view?.page).toBe(
      'choose-account',
    )
    expect((await person.submit()).view).toMatchObject({
      page: 'sign-in',
      account: { email: user.email },
    })
  })

  test('that ends while the page waits, leads to the sign-in', async () => {
    const { user, person } = await signedIn()
    await begin(person, client, { prompt })
    const { id } = await onlySessionOf(app, user)
    await store.sessions.remove(id)
    expect((await person.submit()).view?.page).toBe('sign-in')
  })

  test('never goes on with another person who signed in meanwhile', async () => {
    const { person } = await signedIn()
    const other = await aUser(store)
    const page = await begin(person, client, { prompt })
    const tab = person.copy()
    await begin(tab, client, { prompt: 'login' })
    await tab.submit(credentials(other))
    for (const [name, value] of tab.cookies) person.cookies.set(name, value)
    const last = await person.post('/auth/account', { ceremonyId: interactionOf(page) })
    expect(responseOf(last)?.code).toBeUndefined()
    expect(['sign-in', 'error']).toContain(last.view?.page)
  })
})

describe('select_account', () => {
  test('without anybody signed in is a sign-in like any other', async () => {
    const user = await aUser(store)
    const person = visitor(app)
    expect((await begin(person, client, { prompt })).view?.page).toBe('sign-in')
    expect(responseOf(await person.submit(credentials(user)))?.code).toBeDefined()
  })

  test('with a session that is over is a sign-in like any other', async () => {
    const { person } = await signedIn()
    app.clock.advance(60 * 86_400)
    expect((await begin(person, client, { prompt })).view?.page).toBe('sign-in')
  })

  test('beside none is refused: none stands alone', async () => {
    const { person } = await signedIn()
    const last = await begin(person, client, { prompt: 'none select_account' })
    expect(responseOf(last)).toMatchObject({
      error: 'invalid_request',
      error_description: "The prompt value 'none' must stand alone.",
    })
  })

  test('is in the metadata', async () => {
    const read = async () =>
      (await (await app.fetch('/.well-known/openid-configuration')).json()).prompt_values_supported
    expect(await read()).toEqual(['none', 'login', 'consent', 'select_account'])
    await app.changeSettings({ accountChooserEnabled: false })
    expect(await read()).toEqual(['none', 'login', 'consent'])
  })

  test('is an unknown value while it is off', async () => {
    await app.changeSettings({ accountChooserEnabled: false })
    const { person } = await signedIn()
    expect(responseOf(await begin(person, client, { prompt }))).toMatchObject({
      error: 'invalid_request',
      error_description:
        "The parameter 'prompt' has the unknown value 'select_account': known are none, login and consent.",
    })
  })

  test('that began while it was on goes on after it is switched off', async () => {
    const { person } = await signedIn()
    await begin(person, client, { prompt })
    await app.changeSettings({ accountChooserEnabled: false })
    expect(responseOf(await person.submit())?.code).toBeDefined()
  })
})

test('an account that id_token_hint does not name is not offered', async () => {
  const { user, person } = await signedIn()
  const other = await aUser(store)
  const hintOf = async (owner: TestUser) =>
    (await redeem(app, client, await signIn(app, client, owner))).body.id_token ?? ''
  const page = await begin(person, client, { prompt, id_token_hint: await hintOf(other) })
  expect(page.view?.page).toBe('sign-in')
  const own = await begin(person, client, { prompt, id_token_hint: await hintOf(user) })
  expect(own.view?.page).toBe('choose-account')
})
