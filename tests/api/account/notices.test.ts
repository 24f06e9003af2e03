import { expect, test } from 'vitest'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { codeOf, fixture, type Person, subjectsOf } from './fixture.ts'

const { app, database, person, withMail } = await fixture()

type Answer = Promise<{ readonly status: number }>

const confirmation = ({ user }: Person) => ({ currentPassword: user.password })

const address = () => `${randomUuid()}@new.example`

/** Switches two-step sign-in on, and off again if that is wanted. */
async function twoStep({ user, ask }: Person, isOff: boolean): Answer {
  const { body } = await ask<{ secretKey: string }>('GET', '/otp/enrollment')
  const { password } = user
  const codeAfter = (seconds: number) =>
    codeOf(body.secretKey, addSeconds(app.clock.now(), seconds))
  const on = await ask('PUT', '/otp', { enabled: true, password, otpCode: codeAfter(0) })
  return isOff ? ask('PUT', '/otp', { enabled: false, password, otpCode: codeAfter(30) }) : on
}

const changes: Readonly<Record<string, (person: Person) => Answer>> = {
  'another email address': (one) =>
    one.ask('PUT', '/email', { ...confirmation(one), email: address() }),
  'a request for another email address': (one) =>
    one.ask('PUT', '/email/pending', { ...confirmation(one), email: address() }),
  'another password': (one) =>
    one.ask('PUT', '/password', { ...confirmation(one), newPassword: 'a-New-Passw0rd-of-mine' }),
  'two-step sign-in on': (one) => twoStep(one, false),
  'two-step sign-in off': (one) => twoStep(one, true),
}

test.each(Object.entries(changes))(
  'the message about %s says on which device and from which address',
  async (_, change) => {
    const outbox = await withMail()
    const someone = await person()
    await database.userSession.updateMany({
      where: { userId: someone.user.id },
      data: { deviceName: 'Firefox 140', deviceOs: 'Linux', ipAddress: '203.0.113.24' },
    })
    expect((await change(someone)).status).toBe(200)
    await subjectsOf(outbox)
    const notice = outbox.messages.findLast(({ to }) => to.includes(someone.user.email))
    expect(notice?.text).toContain('Firefox 140 on Linux')
    expect(notice?.text).toContain('203.0.113.24')
    await app.changeSettings({ smtpEnabled: false })
    await outbox.close()
  },
)
