import { afterAll, describe, expect, test } from 'vitest'
import { randomToken, randomUuid } from '#lib/base/crypto/random.ts'
import { requestRegistration } from '#lib/domain/users/registration.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditDetails } from '#tests/support/granted.ts'
import { openOutbox } from '#tests/support/outbox.ts'
import { aUser } from '#tests/support/people.ts'

const context = await testContext()
const { ctx, store } = context
const { client: database } = await fileDatabase()
const outbox = await openOutbox()
afterAll(() => outbox.close())

const anAddress = () => `${randomUuid()}@new.example`
const code = () => ({ verificationCodeHash: randomToken(), verificationCodeIssuedAt: ctx.now })

describe('the link of a registration', () => {
  test('is sent once to an address for which several ask at once', async () => {
    await context.changeSettings({
      smtpEnabled: true,
      smtpHost: outbox.host,
      smtpPort: outbox.port,
      smtpEncryption: 'none',
      smtpFromEmail: 'from@example.org',
    })
    const address = anAddress()
    const asking = Array.from({ length: 5 }, () =>
      requestRegistration(context.ctx, { address, language: 'en' }),
    )
    await Promise.all(asking)
    const told = await auditDetails(database, 'requested_registration', {})
    const outcomes = told.map(({ outcome }) => outcome)
    expect(outcomes).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === 'link_issued')).toHaveLength(1)
    const others = outcomes.filter((outcome) => outcome !== 'link_issued')
    expect(['link_pending', 'replacement_lost']).toEqual(expect.arrayContaining(others))
    expect(outbox.messages.map(({ to }) => to)).toEqual([[address]])
  })

  test('is not replaced by who read the one before it', async () => {
    const read = await store.preRegistrations.insert(anAddress(), code())
    const newer = code()
    expect(await store.preRegistrations.replaceCode(read, newer)).toBe(true)
    expect(await store.preRegistrations.replaceCode(read, code())).toBe(false)
    expect(await store.preRegistrations.findById(read.id)).toMatchObject(newer)
  })

  test('is not spent by the code of the one before it', async () => {
    const read = await store.preRegistrations.insert(anAddress(), code())
    const newer = code()
    await store.preRegistrations.replaceCode(read, newer)
    expect(await store.preRegistrations.take(read.id, read.verificationCodeHash)).toBe(false)
    expect(await store.preRegistrations.take(read.id, newer.verificationCodeHash)).toBe(true)
  })
})

test.each([
  ['was disabled', { enabled: false }],
  ['has another address', { email: anAddress() }],
  ['was sent another link', { forgotPasswordCodeIssuedAt: new Date(0) }],
])('no reset link is kept for an account that %s since it was looked up', async (_, change) => {
  const user = await aUser(store, { emailVerified: true })
  await store.users.change(user.id, change)
  expect(await store.users.keepResetCode(user, randomToken(), ctx.now)).toBeNull()
  expect(await store.users.findById(user.id)).toMatchObject({ forgotPasswordCodeHash: null })
})
