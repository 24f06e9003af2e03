import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { type Outbox, openOutbox } from '#tests/support/outbox.ts'
import { aUser } from '#tests/support/people.ts'
import { fixture } from './fixture.ts'

const { app, ask, refusal, store, manager, entriesOf, rulesOf } = await fixture()

let outbox: Outbox
beforeAll(async () => {
  outbox = await openOutbox()
  await app.changeSettings({
    ...{ smtpEnabled: true, smtpHost: outbox.host, smtpPort: outbox.port },
    ...{ smtpEncryption: 'none', smtpFromEmail: 'from@example.org' },
  })
})
afterAll(() => outbox.close())

const send = (id: number) => ask('POST', `/users/${id}/password-link`)
const rules = rulesOf('POST', '/password-link')

describe('200', () => {
  test('mails a link that works; the present password stays until it is used', async () => {
    const user = await aUser(store)
    const entries = await entriesOf(() => send(user.id))
    const loggedInUser = manager.client.clientIdentifier
    const details = { userId: user.id, outcome: 'code_issued', loggedInUser }
    expect(entries).toEqual([{ event: 'requested_password_reset', details }])
    const mail = await outbox.next()
    expect(mail.to).toContain(user.email)
    const [link = ''] = /http:\S+\/reset-password\?\S+/.exec(mail.text) ?? []
    const { pathname, search } = new URL(link)
    const page = await app.fetch(`${pathname}${search}`, { redirect: 'manual' })
    expect([page.status, page.headers.get('location') ?? '']).toEqual([303, expect.any(String)])
    expect((await store.users.findById(user.id))?.passwordHash).toBe(user.passwordHash)
  })

  test('a minute later a new link takes the place of the first', async () => {
    const user = await aUser(store)
    await send(user.id)
    const first = (await store.users.findById(user.id))?.forgotPasswordCodeHash
    app.clock.set(addSeconds(app.clock.now(), 61))
    expect((await send(user.id)).status).toBe(200)
    expect((await store.users.findById(user.id))?.forgotPasswordCodeHash).not.toBe(first)
  })
})

describe('400', () => {
  rules.refusesMalformedIds()

  test('a disabled user, and one whose last link is a few seconds old', async () => {
    const { id: off } = await aUser(store, { enabled: false })
    expect(await refusal('POST', `/users/${off}/password-link`)).toEqual([400, 'VALIDATION_ERROR'])
    const { id } = await aUser(store)
    await send(id)
    expect(await refusal('POST', `/users/${id}/password-link`)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('without mail', async () => {
    const { id } = await aUser(store)
    await app.changeSettings({ smtpEnabled: false })
    expect(await refusal('POST', `/users/${id}/password-link`)).toEqual([400, 'SMTP_NOT_ENABLED'])
    await app.changeSettings({ smtpEnabled: true })
  })
})

describe('403', () => rules.refusesGranularScopes())

describe('404', () => rules.refusesUnknownIds())
