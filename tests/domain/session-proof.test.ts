import { describe, expect, test } from 'vitest'
import { adminTransaction } from '#lib/context.ts'
import { bumpSession, type SessionChanges } from '#lib/domain/sessions/sessions.ts'
import { type AcrLevel, acrLevels } from '#lib/domain/sign-in/acr.ts'
import { stillProven } from '#lib/domain/sign-in/session-proof.ts'
import { testContext } from '#tests/support/context.ts'
import { aSession } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'

const { ctx, store } = await testContext()
const client = await aClient(store)
const [level1, optional, mandatory] = acrLevels

const own = (otpEnabled: boolean) => ({
  otpEnabled,
  passkeySecondFactor: false,
  hadPasskey: false,
})

const there = { otpEnabled: true, current: true }
const removed = { otpEnabled: false, current: false }
const replaced = { otpEnabled: true, current: false }
/** Rows from earlier versions: they have the current settings' number, and a factor that these settings lack. */
const misremembered = { otpEnabled: false, current: true }

describe('a session is presented', () => {
  test.each([
    ['as it is while its authenticator is there', there, mandatory, mandatory, 'pwd otp'],
    ['as a password once two-factor is off', removed, mandatory, optional, 'pwd'],
    ['no higher than it was', removed, level1, level1, 'pwd'],
    ['as level 1 where another authenticator would be asked', replaced, mandatory, level1, 'pwd'],
    ['as a password whatever generation it names', misremembered, mandatory, optional, 'pwd'],
  ])('%s', (_, { otpEnabled, current }, held, acrLevel, authMethods) => {
    const session = { acrLevel: held, authMethods: 'pwd otp', otpConfigurationCurrent: current }
    expect(stillProven(session, own(otpEnabled))).toEqual({ acrLevel, authMethods })
  })

  test.each([there, removed, replaced, misremembered])(
    'as it is where it names no code: %j',
    ({ otpEnabled, current }) => {
      const session = { acrLevel: optional, authMethods: 'pwd', otpConfigurationCurrent: current }
      expect(stillProven(session, own(otpEnabled))).toEqual({
        acrLevel: optional,
        authMethods: 'pwd',
      })
    },
  )
})

describe('a session that is used', () => {
  const nothing = { passkeyId: null, providerId: null }
  const password = (acrLevel: AcrLevel) => ({
    proven: { acrLevel, authMethods: 'pwd', ...nothing },
  })
  const code = (acrLevel: AcrLevel) => ({
    proven: { acrLevel, authMethods: 'pwd otp', ...nothing },
  })

  test.each<[string, object, SessionChanges, AcrLevel, string]>([
    ['falls when its authenticator is gone', removed, {}, optional, 'pwd'],
    ['falls to what is proven', removed, password(optional), optional, 'pwd'],
    ['keeps what its password earns', removed, password(level1), optional, 'pwd'],
    ['rises again with a code', replaced, code(optional), optional, 'pwd otp'],
    ['falls whatever generation it names', misremembered, password(optional), optional, 'pwd'],
  ])('%s', async (_, owner, changes, acrLevel, authMethods) => {
    const { otpEnabled, current } = owner as typeof removed
    const held = { acrLevel: mandatory, authMethods: 'pwd otp', otpConfigGeneration: 1 }
    const session = await aSession(store, await aUser(store), [], held)
    const user = {
      otpEnabled,
      passkeySecondFactor: false,
      passkeyUserHandle: null,
      otpConfigGeneration: current ? 1 : 2,
    }
    await adminTransaction(ctx, async (tx) =>
      bumpSession(tx, session, client.id, { owner: user, ...changes }),
    )
    expect(await store.sessions.findById(session.id)).toMatchObject({
      acrLevel,
      authMethods,
      otpConfigGeneration: 1,
    })
  })
})
