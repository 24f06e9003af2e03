import { afterAll, beforeEach, expect, test } from 'vitest'
import { server } from '#tests/support/server.ts'
import { entriesOf, errorOf, visitor } from '#tests/support/visitor.ts'
import { anAddress, goodPassword, mailTo, twice, withMail } from './fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const outbox = await withMail(app)
afterAll(() => outbox.close())

beforeEach(async () => {
  await app.changeSettings({
    selfRegistrationEnabled: true,
    selfRegistrationRequiresEmailVerification: false,
    registrationTrapFieldEnabled: true,
  })
})

async function register(email: string, fields: Record<string, string>) {
  const person = visitor(app)
  await person.visit('/account/register')
  return person.submit({ email, ...fields })
}

const isThere = async (email: string) => (await app.store.users.findByEmail(email)) !== null

test('the form has the field while it is on', async () => {
  expect((await visitor(app).visit('/account/register')).view).toMatchObject({
    trapField: 'subject',
  })
  await app.changeSettings({ registrationTrapFieldEnabled: false })
  expect((await visitor(app).visit('/account/register')).view).not.toHaveProperty('trapField')
})

test.each([
  ['where the account is made at once', false],
  ['where the address is proven first', true],
])(
  'who fills it in is answered as if a link had been sent, and nothing is done: %s',
  async (_, provenFirst) => {
    await app.changeSettings({ selfRegistrationRequiresEmailVerification: provenFirst })
    const email = anAddress()
    const answer = await register(email, { ...twice(goodPassword), subject: 'Buy now' })
    expect([answer.status, answer.view]).toMatchObject([200, { page: 'check-email', email }])
    expect(await isThere(email)).toBe(false)
    expect(await app.store.preRegistrations.findByEmail(email)).toBeNull()
    expect(await mailTo(outbox, email)).toEqual([])
    expect(await entriesOf(app, 'created_user', { email })).toEqual([])
  },
)

test('who leaves it empty, as people do, gets an account', async () => {
  const email = anAddress()
  const answer = await register(email, { ...twice(goodPassword), subject: '' })
  expect(answer.view?.page).toBe('registered')
  expect(await isThere(email)).toBe(true)
})

test('while it is off, a field of that name says nothing', async () => {
  await app.changeSettings({ registrationTrapFieldEnabled: false })
  const email = anAddress()
  await register(email, { ...twice(goodPassword), subject: 'Buy now' })
  expect(await isThere(email)).toBe(true)
})

test('an address that cannot be one is told, to programs too', async () => {
  const answer = await register('nobody', { ...twice(goodPassword), subject: 'Buy now' })
  expect(errorOf(answer)).toBe('validator.email.invalid_format')
})
