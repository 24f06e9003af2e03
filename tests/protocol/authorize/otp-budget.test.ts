import { describe, expect, test } from 'vitest'
import { otpSecretPlace } from '#lib/domain/sign-in/otp.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testCipher } from '#tests/support/settings.ts'
import { errorOf, visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, codeAt, enter, interactionOf, reasonOf } from './fixture.ts'

const app = await server()
const { store } = app
const { prisma: database } = app.runtime.database
const optional = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_optional' })
const mandatory = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })

/** Makes every sign-in fail at its last statements, on either database. */
async function whileSignInsCannotBeWritten(work: () => Promise<void>) {
  await database.$executeRawUnsafe('ALTER TABLE "audit_logs" RENAME TO "audit_logs_away"')
  try {
    await work()
  } finally {
    await database.$executeRawUnsafe('ALTER TABLE "audit_logs_away" RENAME TO "audit_logs"')
  }
}

/** How many wrong codes of a user are verified before the next one is refused without verification. */
async function failuresLeft(user: TestUser): Promise<number> {
  const { person } = await enter(app, optional, user)
  for (let failures = 0; failures < 20; failures++) {
    const answer = await person.submit({ otp: 'wrong' })
    if (answer.status === 429) return failures
    expect(errorOf(answer)).toBe('handler.otp.incorrect_code')
  }
  throw new Error('There is no limit.')
}

describe('the budget for wrong codes is left alone by', () => {
  test('a right code that is sent more than once at the same moment', async () => {
    const user = await aUserWithOtp(app)
    const { person, last } = await enter(app, optional, user)
    const fields = { ceremonyId: interactionOf(last), otp: codeAt(app, user.otpSecret) }
    const clicks = Array.from({ length: 4 }, () => person.copy())
    const answers = await Promise.all(clicks.map((tab) => tab.post('/auth/otp', fields)))
    expect(answers.filter((answer) => responseOf(answer)?.code)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 400).map(reasonOf)
    expect(refused).toHaveLength(3)
    // A request that arrives after the cookie was renewed still holds the old one (docs/decisions/interactions.md), or
    // finds the sign-in finished.
    const reasons = ['state_mismatch', 'ceremony_mismatch', 'finished']
    for (const reason of refused) expect(reasons).toContain(reason)
    // A repeated code that is sent later counts as a failure, like a wrong one.
    const { person: again } = await enter(app, optional, user)
    expect(errorOf(await again.submit({ otp: fields.otp }))).toBe('handler.otp.incorrect_code')
    expect(await failuresLeft(user)).toBe(4)
  })

  test('the form of an enrolment whose page was never opened', async () => {
    const user = await aUser(store)
    const person = visitor(app)
    const { email, password } = user
    const ceremonyId = interactionOf(await begin(person, mandatory))
    // The enrolment page must stay unopened, so the redirect to it is not followed.
    const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ')
    const entered = await app.post(
      '/auth/pwd',
      { ceremonyId, email, password },
      { headers: { cookie } },
    )
    const [renewed = ''] = (entered.headers.getSetCookie()[0] ?? '').split(';')
    person.cookies.set('authserver-browser', renewed.slice(renewed.indexOf('=') + 1))
    for (let i = 0; i < 6; i++) {
      const answer = await person.post('/auth/otp', { ceremonyId, otp: '123456' })
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'state_mismatch'])
    }
    const page = await person.visit(`/auth/otp?ceremony=${ceremonyId}`)
    const secret = page.view?.page === 'otp-enrollment' ? page.view.secret : ''
    for (let i = 0; i < 4; i++) await person.submit({ otp: 'wrong' })
    expect(responseOf(await person.submit({ otp: codeAt(app, secret) }))?.code).toBeDefined()
  })

  test('a secret that cannot be read', async () => {
    const user = await aUserWithOtp(app)
    const { person, last } = await enter(app, optional, user)
    const put = (otpSecretEncrypted: Uint8Array<ArrayBuffer>) =>
      database.user.update({ where: { id: user.id }, data: { otpSecretEncrypted } })
    await put(new Uint8Array(40))
    const fields = { ceremonyId: interactionOf(last), otp: codeAt(app, user.otpSecret) }
    for (let i = 0; i < 6; i++) expect((await person.post('/auth/otp', fields)).status).toBe(500)
    await put(testCipher.seal(user.otpSecret, otpSecretPlace(user.id)))
    expect(await failuresLeft(user)).toBe(5)
  })

  test('a right code whose sign-in could not be written', async () => {
    const user = await aUserWithOtp(app)
    const { person, last } = await enter(app, optional, user)
    const fields = { ceremonyId: interactionOf(last), otp: codeAt(app, user.otpSecret) }
    await whileSignInsCannotBeWritten(async () => {
      for (let i = 0; i < 6; i++) expect((await person.post('/auth/otp', fields)).status).toBe(500)
    })
    expect(await failuresLeft(user)).toBe(5)
  })
})
