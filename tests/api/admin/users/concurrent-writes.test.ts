import { describe, expect, test } from 'vitest'
import { call, fileForm } from '#tests/support/api.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { anImage } from '#tests/support/images.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { fixture, type UserAnswer } from './fixture.ts'

const { ask, store, manager } = await fixture()
const picture = await anImage()

describe('two tabs of one user saved at once', () => {
  test('neither undoes the other', async () => {
    for (let round = 0; round < 10; round++) {
      const user = await aUser(store)
      const path = `/users/${user.id}`
      await Promise.all([
        ask('PUT', `${path}/profile`, { givenName: 'Mary', nickname: 'Mia' }),
        ask('PUT', `${path}/address`, { addressLine1: 'Harbour 1' }),
        ask('PUT', `${path}/phone`, { phoneCountryUniqueId: 'DEU_0', phoneNumber: '30901820' }),
        ask('PUT', `${path}/email`, { email: `tab${round}@people.example`, emailVerified: true }),
        ask('PUT', `${path}/enabled`, { enabled: false }),
      ])
      const { body } = await ask<UserAnswer>('GET', path)
      expect(body.user).toMatchObject({
        nickname: 'Mia',
        addressLine1: 'Harbour 1',
        phoneNumber: '30901820',
        email: `tab${round}@people.example`,
        enabled: false,
      })
    }
  })
})

describe('a user who is deleted while everything else is written', () => {
  test('every write is done before, or told that there is no such user', async () => {
    for (let round = 0; round < 15; round++) {
      const user = await aUser(store, { otpEnabled: true })
      const client = await aClient(store)
      const session = await aSession(store, user, [client])
      await aStoredGrant(store, user, client)
      const { sessionIdentifier } = session
      const path = `/users/${user.id}`
      const writes: [method: string, path: string, body?: unknown][] = [
        ['PUT', `${path}/profile`, { username: `gone${round}` }],
        ['PUT', `${path}/email`, { email: `gone${round}@people.example` }],
        ['POST', `${path}/email/verification-code`],
        ['PUT', `${path}/phone`, {}],
        ['PUT', `${path}/address`, {}],
        ['PUT', `${path}/enabled`, { enabled: round % 2 === 0 }],
        ['PUT', `${path}/otp`, {}],
        ['POST', `${path}/profile-picture`, fileForm(picture)],
        ['DELETE', `${path}/profile-picture`],
        ['POST', '/user-attributes', { key: 'a', userId: user.id }],
        ['PUT', `/user-sessions/${sessionIdentifier}`, { level2AuthConfigHasChanged: true }],
        ['DELETE', `/user-sessions/${session.id}`],
      ]
      writes.splice(round % writes.length, 0, ['DELETE', path])
      const answers = await Promise.all(
        writes.map(async (write) => ({ write, answer: await call(manager, ...write) })),
      )
      for (const { write, answer } of answers) {
        const { error_code: code } = answer.body
        const isRight = answer.status === 200 || answer.status === 201 || answer.status === 404
        const isOtherWay = code === 'CONCURRENT_UPDATE' || code === 'OTP_NOT_ENABLED'
        expect(isRight || isOtherWay, `${write.slice(0, 2)}: ${answer.status} ${code}`).toBe(true)
      }
      expect((await call(manager, 'GET', path)).status).toBe(404)
    }
  })
})
