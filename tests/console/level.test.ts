import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { consoleClientIdentifier } from '#lib/domain/permissions/built-in.ts'
import { type AcrLevel, acrLevels } from '#lib/domain/sign-in/acr.ts'
import { aUserWithOtp, codeAt } from '#tests/protocol/authorize/fixture.ts'
import { type Browser, browser } from '#tests/support/browser.ts'
import { aUser, grantToUser, type TestUser } from '#tests/support/people.ts'
import { viewOf } from '#tests/support/views.ts'
import { type ConsoleServer, comeBack, consoleCookie, consoleServer } from './fixture.ts'

/*
 * A password alone must not open a console that requires a second factor. Neither a request for a lower level
 * nor a sign-in that began before the level was raised may bypass it.
 */

const [level1, optional, mandatory] = acrLevels

let running: ConsoleServer

beforeAll(async () => {
  running = await consoleServer()
})
afterEach(() => consoleLevel(optional))
afterAll(() => running.stop())

async function consoleLevel(defaultAcrLevel: string): Promise<void> {
  const { clients } = running.app.store
  const client = await clients.findRecord(consoleClientIdentifier)
  await clients.update(client?.id ?? 0, { defaultAcrLevel })
}

/**
 * Starts a console sign-in and changes the authorization request's level. It also changes the scope, because
 * the console's own scope enforces the console's level.
 */
async function startLowered(person: Browser, acrValues: AcrLevel, scope = 'openid') {
  const response = await running.app.fetch('/console/sign-in?to=/admin')
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    person.cookies.set(name, value)
  }
  const target = new URL(response.headers.get('location') ?? '')
  target.searchParams.set('acr_values', acrValues)
  if (scope !== '') target.searchParams.set('scope', scope)
  return person.visit(target.href)
}

/**
 * Signs in with only the password, then changes the console's level to `level` before the browser returns.
 * @returns the console's answer
 */
async function enterBefore(level: string, person: Browser, user: TestUser) {
  await consoleLevel(level1)
  await person.visit('/console/sign-in?to=/admin')
  const { formPost } = await person.submit({ email: user.email, password: user.password })
  if (!formPost) throw new Error('The password was not enough.')
  await consoleLevel(level)
  return comeBack(running.app, { person, fields: formPost.fields })
}

function reasonOf(response: Response): string | undefined {
  const view = viewOf(response)
  return view?.page === 'error' ? view.reason : undefined
}

test.each(['', 'openid', 'openid profile'])(
  'the second factor is asked for, whatever level and scope (%j) the request is changed to',
  async (scope) => {
    const user = await aUserWithOtp(running.app)
    const person = browser(running.app)
    await startLowered(person, level1, scope)
    const next = await person.submit({ email: user.email, password: user.password })
    expect([next.view?.page, next.formPost]).toEqual(['otp', null])
  },
)

test('a sign-in below the level of the console is refused, and the next one steps up', async () => {
  const user = await aUserWithOtp(running.app)
  await grantToUser(running.app.store, user, 'authserver:manage')
  const person = browser(running.app)
  const before = await enterBefore(optional, person, user)
  expect([before.status, reasonOf(before)]).toEqual([400, 'sign_in_lost'])
  expect(consoleCookie(person)).toBe('')
  expect((await person.visit('/console/sign-in?to=/admin')).view?.page).toBe('otp')
  const { formPost } = await person.submit({ otp: codeAt(running.app, user.otpSecret) })
  const answer = await comeBack(running.app, { person, fields: formPost?.fields ?? {} })
  expect(answer.status).toBe(303)
  expect(consoleCookie(person)).not.toBe('')
})

test('a session from below the level of the console does not open it by asking for that level', async () => {
  const user = await aUserWithOtp(running.app)
  const person = browser(running.app)
  await enterBefore(optional, person, user)
  const next = await startLowered(person, level1)
  expect([next.view?.page, next.formPost]).toEqual(['otp', null])
})

test.each([mandatory, 'damaged'])(
  'with the level %s nobody gets in by the password alone',
  async (level) => {
    const user = await aUser(running.app.store)
    const person = browser(running.app)
    const before = await enterBefore(level, person, user)
    expect([before.status, reasonOf(before)]).toEqual([400, 'sign_in_lost'])
    const next = await person.visit('/console/sign-in?to=/account')
    expect(next.view?.page).toBe('otp-enrollment')
  },
)
