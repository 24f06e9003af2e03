import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import type { Browser } from '#tests/support/browser.ts'
import { openOutbox } from '#tests/support/outbox.ts'
import { aClient, aUser, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { entriesOf, visitor } from '#tests/support/visitor.ts'
import { begin, enter } from './fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const client = await aClient(store)
const outbox = await openOutbox()
afterAll(() => outbox.close())

const mail = {
  appName: 'My Login',
  smtpEnabled: true,
  smtpHost: outbox.host,
  smtpPort: outbox.port,
  smtpEncryption: 'none',
  smtpFromEmail: 'from@example.org',
}
const chrome = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

beforeEach(async () => {
  app.clock.set(testStart)
  outbox.refuseWith(null)
  await app.changeSettings({ ...mail, newSignInNoticeEnabled: true, rememberBrowserDays: 0 })
})

const at = (address: string, agent = chrome(156)) =>
  visitor(app, { 'x-test-peer': address, 'user-agent': agent })

/** Signs in again; the browser stays. */
async function signIn(user: TestUser, browser: Browser): Promise<void> {
  browser.cookies.delete('authserver-session')
  await enter(app, client, user, { browser })
  await responsesFollowedUp()
}

const told = ({ email }: TestUser) =>
  outbox.messages.filter(({ to, subject }) => to.includes(email) && subject.includes('New sign-in'))

/** Somebody who signs in at one place. */
async function settled() {
  const user = await aUser(store, { emailVerified: true })
  const home = at('8.8.4.4')
  await signIn(user, home)
  return { user, home }
}

describe('a sign-in', () => {
  test('is told of in a browser that is new to its user, with place and time; not the first of all', async () => {
    const { user } = await settled()
    expect(told(user)).toEqual([])
    await signIn(user, at('9.9.9.9', firefox))
    const [message, ...more] = told(user)
    expect(more).toEqual([])
    expect(message?.text).toContain('Firefox 140')
    expect(message?.text).toContain('9.9.9.9')
    expect(message?.text).toContain('/account/sessions')
    expect(await entriesOf(app, 'new_sign_in_noticed', { userId: user.id })).toHaveLength(1)
  })

  test('is not told of in a known browser, with another address or version', async () => {
    const { user, home } = await settled()
    await signIn(user, home)
    const moved = at('9.9.9.9', chrome(157))
    for (const [name, value] of home.cookies) moved.cookies.set(name, value)
    await signIn(user, moved)
    expect(told(user)).toEqual([])
  })

  test('is not told of in a private window, nor in a browser that was updated and forgot its cookies', async () => {
    const { user } = await settled()
    await signIn(user, at('8.8.4.4'))
    await signIn(user, at('8.8.4.4', chrome(157)))
    expect(told(user)).toEqual([])
    expect(await store.userDevices.findOfUser(user.id)).toHaveLength(3)
  })

  test('is told of in a browser that only another user knows', async () => {
    const { user } = await settled()
    const other = await settled()
    const shared = at('1.1.1.1', firefox)
    for (const [name, value] of other.home.cookies) shared.cookies.set(name, value)
    await signIn(user, shared)
    expect(told(user)).toHaveLength(1)
    expect(told(user)[0]?.text).toContain('1.1.1.1')
    expect(told(other.user)).toEqual([])
    expect(await store.userDevices.findOfUser(user.id)).toHaveLength(2)
  })

  test('does not say an address of one’s own network', async () => {
    for (const address of ['127.0.0.1', '10.0.0.5', 'fd00::5']) {
      const { user } = await settled()
      await signIn(user, at(address, firefox))
      expect(told(user)).toHaveLength(1)
      expect(told(user)[0]?.text).not.toContain(address)
    }
  })

  test('beyond one an hour is summed up: it is kept for the next message', async () => {
    const { user } = await settled()
    for (const address of ['9.9.9.9', '1.1.1.1', '1.0.0.1'])
      await signIn(user, at(address, firefox))
    expect(told(user)).toHaveLength(1)
    const devices = await store.userDevices.findOfUser(user.id)
    expect(devices.filter(({ isUntold }) => isUntold)).toHaveLength(2)
  })

  test('is not told of while mail or the switch is off, and sets no cookie then', async () => {
    for (const off of [{ smtpEnabled: false }, { newSignInNoticeEnabled: false }]) {
      await app.changeSettings({ ...mail, newSignInNoticeEnabled: true, ...off })
      const { user, home } = await settled()
      expect(home.cookies.has('authserver-device')).toBe(false)
      expect(await store.userDevices.findOfUser(user.id)).toEqual([])
    }
  })

  test('succeeds while the mail server refuses', async () => {
    const { user } = await settled()
    outbox.refuseWith('451 try later')
    const browser = at('9.9.9.9', firefox)
    await signIn(user, browser)
    expect(browser.cookies.get('authserver-session')).toBeTruthy()
  })

  test('without a page changes nothing', async () => {
    const { user, home } = await settled()
    const before = await store.userDevices.findOfUser(user.id)
    app.clock.advance(60)
    await begin(home, client, { prompt: 'none' })
    await responsesFollowedUp()
    expect(await store.userDevices.findOfUser(user.id)).toEqual(before)
  })
})
