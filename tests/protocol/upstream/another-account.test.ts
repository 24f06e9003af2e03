import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser, Visit } from '#tests/support/browser.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser, unique } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { openStandIn } from '#tests/support/stand-in.ts'
import { visitor } from '#tests/support/visitor.ts'
import {
  aUserWithOtp,
  begin,
  enter as enterByPassword,
  interactionOf,
} from '../authorize/fixture.ts'
import { press } from './fixture.ts'
import { standInClient, standInScene } from './stand-in-fixture.ts'

const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({ identityProvidersEnabled: true, accountChooserEnabled: true })
beforeEach(() => app.clock.set(new Date()))

const standIn = await openStandIn({ clientId: standInClient })
afterAll(standIn.close)
const { register, comeBack, client } = await standInScene(app, standIn)
const asking = await aClient(store, { consentRequired: true })
const optional = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_optional' })

/** Somebody who signs in by the provider alone. */
async function linked() {
  const provider = await store.identityProviders.findByAlias('standin')
  const user = await aUser(store)
  await store.users.change(user.id, { passwordHash: '' })
  const [subject, providerId] = [unique('f'), provider?.id ?? 0]
  const link = { createdAt: new Date(), userId: user.id, providerId, issuer: standIn.origin }
  await store.userIdentities.insert({ ...link, subject })
  return { user, sub: subject }
}

interface Left {
  readonly browser: Browser
  readonly page: Visit
}

const otherAccount = { btnRestart: 'restart' }

/** The ways to leave an account for another one. */
const ways: Readonly<Record<string, () => Promise<Left>>> = {
  'the consent page': async () => {
    const { person: browser } = await enterByPassword(app, asking, await aUser(store))
    return { browser, page: await browser.submit(otherAccount) }
  },
  'the page of the code': async () => {
    const { person: browser } = await enterByPassword(app, optional, await aUserWithOtp(app))
    return { browser, page: await browser.submit(otherAccount) }
  },
  'the choice of the account': async () => {
    const { person: browser } = await enterByPassword(app, client, await aUser(store))
    await begin(browser, client, { prompt: 'select_account' })
    return { browser, page: await browser.submit(otherAccount) }
  },
  'a page without a next step': async () => {
    const { person: browser, last } = await enterByPassword(app, asking, await aUser(store))
    const ceremonyId = interactionOf(last)
    return { browser, page: await browser.post('/auth/restart', { ceremonyId }) }
  },
}

describe.each(Object.entries(ways))('another account, asked for on %s', (_, leave) => {
  test('is that of a provider which does not say when it signed the person in', async () => {
    await register()
    const { user, sub } = await linked()
    const { browser, page } = await leave()
    expect(page.view?.page).toBe('sign-in')
    const last = await comeBack(browser, page, { sub })
    const answer = last.view?.page === 'consent' ? await browser.submit(approved) : last
    expect(responseOf(answer)?.code).toBeDefined()
    expect(await store.sessions.findOfProvider(user.id, await providerId())).toHaveLength(1)
  })

  test('is asked for at the provider, too', async () => {
    await register()
    const { browser, page } = await leave()
    expect(await promptAt(browser, page)).toBe('login')
    await register({ preset: 'github' })
    expect(await promptAt(browser, page)).toBe('select_account')
  })
})

test('an application that asks which account to use asks the provider, too', async () => {
  await register()
  const browser = visitor(app)
  const page = await begin(browser, client, { prompt: 'select_account', login_hint: 'a@b.example' })
  const { location } = await press(browser, page, 'standin')
  expect(location?.searchParams.get('prompt')).toBe('login')
  expect(location?.searchParams.has('login_hint')).toBe(false)
})

test('an application that demands a fresh sign-in gets one after another account was asked for', async () => {
  await register()
  const { sub } = await linked()
  const { person: browser } = await enterByPassword(app, asking, await aUser(store), {
    request: { prompt: 'login' },
  })
  const last = await comeBack(browser, await browser.submit(otherAccount), { sub })
  expect(responseOf(last)?.error).toBe('login_required')
})

const approved = { consent0: 'on', btnSubmit: 'submit' }

async function providerId(): Promise<number> {
  return (await store.identityProviders.findByAlias('standin'))?.id ?? 0
}

async function promptAt(browser: Browser, page: Visit): Promise<string | null | undefined> {
  return (await press(browser, page, 'standin')).location?.searchParams.get('prompt')
}
