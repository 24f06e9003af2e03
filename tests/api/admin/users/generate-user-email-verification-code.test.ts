import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { adminTransaction } from '#lib/context.ts'
import {
  issueVerificationCode,
  verificationCodePlace,
} from '#lib/domain/email/email-verification.ts'
import { testContext } from '#tests/support/context.ts'
import { aUser } from '#tests/support/people.ts'
import { rejectionOf } from '#tests/support/refusals.ts'
import { testCipher } from '#tests/support/settings.ts'
import { fixture } from './fixture.ts'

const { app, ask, store, manager, entriesOf, rulesOf } = await fixture()
const suffix = '/email/verification-code'
const rules = rulesOf('POST', suffix)

describe('200', () => {
  test('a code for five minutes; the address counts as unverified until it is entered', async () => {
    const user = await aUser(store)
    let code = ''
    const entries = await entriesOf(async () => {
      const { status, body } = await ask<{ verificationCode: string }>(
        'POST',
        `/users/${user.id}${suffix}`,
      )
      code = body.verificationCode
      expect([status, body]).toEqual([
        200,
        {
          verificationCode: expect.stringMatching(/^[A-Z]{3}[0-9]{3}$/),
          verificationCodeExpiresAt: addSeconds(app.clock.now(), 300).toISOString(),
          userId: user.id,
          email: user.email,
        },
      ])
    })
    const stored = await store.users.findById(user.id)
    expect(stored?.emailVerified).toBe(false)
    expect(
      testCipher.open(
        stored?.emailVerificationCodeEncrypted ?? new Uint8Array(),
        verificationCodePlace(user.id),
      ),
    ).toBe(code)
    expect(entries).toEqual([
      {
        event: 'generated_email_verification_code',
        details: {
          userId: user.id,
          email: user.email,
          loggedInUser: manager.client.clientIdentifier,
        },
      },
    ])
  })

  test('each time another one; a body is not looked at', async () => {
    const user = await aUser(store)
    const path = `/users/${user.id}${suffix}`
    const codes = new Set<string>()
    for (const body of [undefined, 'no json', { enabled: 1 }, undefined]) {
      codes.add((await ask<{ verificationCode: string }>('POST', path, body)).body.verificationCode)
    }
    expect(codes.size).toBe(4)
  })
})

describe('400', () => rules.refusesMalformedIds())

describe('403', () => rules.refusesGranularScopes())

describe('404', () => rules.refusesUnknownIds())

describe('409', () => {
  test('the address changed since it was read', async () => {
    const user = await aUser(store)
    const { ctx } = await testContext()
    await ctx.store.users.change(user.id, { email: 'moved.on@people.example' })
    const code = await rejectionOf(
      adminTransaction(ctx, (tx) => issueVerificationCode(tx, user, '')),
    )
    expect(code).toBe('CONCURRENT_UPDATE')
    expect(await store.users.findById(user.id)).toMatchObject({
      emailVerified: true,
      emailVerificationCodeEncrypted: null,
    })
  })
})
