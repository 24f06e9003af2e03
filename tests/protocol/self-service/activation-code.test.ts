import { afterAll, beforeEach, expect, test } from 'vitest'
import { messagesOf } from '#lib/i18n/messages.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { errorOf, visitor } from '#tests/support/visitor.ts'
import { anAddress, goodPassword, linkIn, mailTo, withMail } from './fixture.ts'

const app = await server()
const outbox = await withMail(app)
afterAll(() => outbox.close())

beforeEach(async () => {
  app.clock.set(testStart)
  await app.changeSettings({
    selfRegistrationEnabled: true,
    selfRegistrationRequiresEmailVerification: true,
    smtpEnabled: true,
  })
})

const wrong = 'card.check_email.wrong'

async function register(email: string) {
  const person = visitor(app)
  const page = await person.post('/account/register', { email })
  expect(page.view).toMatchObject({ page: 'check-email', email })
  const mail = (await mailTo(outbox, email)).at(-1)
  const code = /^[A-Z]{3}\d{3}$/m.exec(mail?.text ?? '')?.[0] ?? ''
  return { person, code, link: linkIn(mail), type: typing(email, person) }
}

function typing(email: string, person = visitor(app)) {
  return (emailCode: string) => person.post('/account/activate', { email, emailCode })
}

test('the code of the mail, typed on the open page, leads to the password, as its link does', async () => {
  const email = anAddress()
  const { code, person, type } = await register(email)
  expect(code).toMatch(/^[A-Z]{3}\d{3}$/)
  const page = await type(` ${code.toLowerCase().slice(0, 3)}-${code.slice(3)} `)
  expect(page.view).toMatchObject({ page: 'activate', email })
  expect((await person.submit({ password: goodPassword })).view?.page).toBe('registered')
  expect(await app.store.users.findByEmail(email)).toMatchObject({ emailVerified: true })
})

test('a wrong code, one of another address and one for nobody get the same answer', async () => {
  const [one, other] = [anAddress(), anAddress()]
  const { type } = await register(one)
  const { code } = await register(other)
  for (const answer of [await type(code), await typing(anAddress())(code)]) {
    expect(answer.status).toBe(200)
    expect(errorOf(answer)).toBe(wrong)
  }
  expect(errorOf(await type(' '))).toBe('card.check_email.required')
  expect(messagesOf('en').card.check_email.wrong).toBeTruthy()
})

test('the code works as long as its link, and not after a newer mail', async () => {
  const email = anAddress()
  const { code, type } = await register(email)
  app.clock.advance(61)
  const { code: newer } = await register(email)
  expect(newer).not.toBe(code)
  expect(errorOf(await type(code))).toBe(wrong)
  app.clock.advance(1_801)
  expect(errorOf(await type(newer))).toBe(wrong)
})

test('a code is spent with its link', async () => {
  const email = anAddress()
  const { code, person, link, type } = await register(email)
  await person.visit(link)
  await person.submit({ password: goodPassword })
  expect(errorOf(await type(code))).toBe(wrong)
})

test('nobody tries many codes for one address, even with the limits off', async () => {
  const email = anAddress()
  const { code } = await register(email)
  const statuses = []
  for (let attempt = 1; attempt <= 6; attempt++) {
    statuses.push((await typing(email)('AAA000')).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect((await typing(email)(code)).status).toBe(429)
})
