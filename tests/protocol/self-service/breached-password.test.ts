import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startMetrics } from '#lib/http/process-metrics.ts'
import { apiClient, apiUser, call } from '#tests/support/api.ts'
import { aUser } from '#tests/support/people.ts'
import { rangeServer } from '#tests/support/range-server.ts'
import { server } from '#tests/support/server.ts'
import { errorOf, visitor } from '#tests/support/visitor.ts'
import { anAddress, linkIn, mailTo, twice, withMail } from './fixture.ts'

/** The policy takes it; a breach made it known. */
const breached = 'Plum-orchard-1984!'
const fresh = 'Violet-harbour-42!'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const outbox = await withMail(app)
const service = await rangeServer(breached)
const metrics = await startMetrics()
const administrator = await apiClient(app, ['manage'])
afterAll(async () => {
  await outbox.close()
  await service.close()
})

beforeEach(async () => {
  service.answerWith(null)
  await app.changeSettings({
    selfRegistrationEnabled: true,
    selfRegistrationRequiresEmailVerification: false,
    passwordPolicy: 'low',
    breachedPasswordCheck: 'service',
    breachedPasswordService: service.address,
  })
})

/** Answers of a form or an API: the refusal's key, '' when the password was taken. */
type Entrance = (password: string) => Promise<string | undefined>

const register: Entrance = async (password) => {
  const person = visitor(app)
  await person.visit('/account/register')
  return errorOf(await person.submit({ email: anAddress(), ...twice(password) })) ?? ''
}

const activate: Entrance = async (password) => {
  await app.changeSettings({ selfRegistrationRequiresEmailVerification: true })
  const email = anAddress()
  await visitor(app).post('/account/register', { email })
  const person = visitor(app)
  await person.visit(linkIn((await mailTo(outbox, email)).at(-1)))
  return errorOf(await person.submit(twice(password))) ?? ''
}

const reset: Entrance = async (password) => {
  const { email } = await aUser(store)
  const person = visitor(app)
  await person.visit('/forgot-password')
  await person.submit({ email })
  await person.visit(linkIn((await mailTo(outbox, email)).at(-1)))
  return errorOf(await person.submit(twice(password))) ?? ''
}

const change: Entrance = async (newPassword) => {
  const user = await aUser(store)
  const token = await apiUser(app, user, ['manage-account'])
  const sent = { currentPassword: user.password, newPassword }
  return (await call(token, 'PUT', '/api/v1/account/password', sent)).body.error_code ?? ''
}

const set: Entrance = async (newPassword) => {
  const { id } = await aUser(store)
  const answer = await call(administrator, 'PUT', `/users/${id}/password`, { newPassword })
  return answer.body.error_code ?? ''
}

const create: Entrance = async (password) => {
  const names = { givenName: 'Grace', familyName: 'Hopper' }
  const body = { email: anAddress(), ...names, password }
  return (await call(administrator, 'POST', '/users/create', body)).body.error_code ?? ''
}

const entrances: [string, Entrance][] = [
  ['a registration', register],
  ['the mailed link of a registration', activate],
  ['a reset', reset],
  ['a change in the account', change],
  ['a password that an administrator sets', set],
  ['an account that an administrator makes', create],
]

describe.each(entrances)('%s', (_, enter) => {
  test('refuses a breached password, with one question, and takes another one', async () => {
    const before = service.asked.length
    expect(await enter(breached)).toBe('validator.password.breached')
    expect(service.asked).toHaveLength(before + 1)
    expect(await enter(fresh)).toBe('')
  })

  test('takes it while the check is off, and asks nobody', async () => {
    await app.changeSettings({ breachedPasswordCheck: 'off' })
    const before = service.asked.length
    expect(await enter(breached)).toBe('')
    expect(service.asked).toHaveLength(before)
  })

  test('takes it while the service is away: an outage locks nobody out', async () => {
    service.answerWith((_request, response) => response.writeHead(500).end())
    expect(await enter(breached)).toBe('')
  })
})

test('the check comes last: what another rule refuses is not looked up', async () => {
  const before = service.asked.length
  expect(await register('short')).toBe('validator.password.too_short')
  const person = visitor(app)
  await person.visit('/account/register')
  const sent = { email: anAddress(), password: breached, passwordConfirmation: 'another' }
  expect(errorOf(await person.submit(sent))).toBe('handler.password.confirmation_mismatch')
  expect(service.asked).toHaveLength(before)
})

test('it holds under a policy that allows anything', async () => {
  await app.changeSettings({ passwordPolicy: 'none' })
  expect(await set(breached)).toBe('validator.password.breached')
})

test('a sign-in with a breached password goes on: nobody is locked out by the switch', async () => {
  const before = service.asked.length
  const user = await aUser(store, { password: breached })
  await apiUser(app, user, ['manage-account'])
  expect(service.asked).toHaveLength(before)
})

test('a file that is not named makes the check ineffective', async () => {
  await app.changeSettings({ breachedPasswordCheck: 'file' })
  expect(await set(breached)).toBe('')
  const { body } = await call(administrator, 'GET', '/settings/sign-in')
  expect(body.inactiveFeatures).toEqual([{ feature: 'breachedPasswordCheck', reason: 'no_file' }])
})

test('an outage is counted each time, and logged once', async () => {
  const counted = async (result: string) =>
    (await metrics.breachedPasswordChecks.get()).values.find(
      ({ labels }) => labels.result === result,
    )?.value ?? 0
  const before = await counted('unavailable')
  const refused = await counted('breached')
  // The outages above began the quiet time.
  service.answerWith((_request, response) => response.writeHead(500).end())
  await set(breached)
  const warned = vi.spyOn(app.runtime.log, 'warn')
  await set(breached)
  expect(warned).not.toHaveBeenCalled()
  service.answerWith(null)
  await set(breached)
  expect(await counted('unavailable')).toBe(before + 2)
  expect(await counted('breached')).toBe(refused + 1)
})
