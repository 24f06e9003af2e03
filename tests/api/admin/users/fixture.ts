import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { user as userModel } from '#lib/api/contract/models/users.ts'
import { call, outcome } from '#tests/support/api.ts'
import { aUser } from '#tests/support/people.ts'
import { brokenBodies, fixture as commonFixture, malformedIds, unknownIds } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'

export type User = z.output<typeof userModel>

export interface UserAnswer {
  readonly user: User
}

/** The server, its callers and the helpers that tests of users share. */
export async function fixture() {
  const common = await commonFixture()
  const { store, granular, anAdministrator, refusal } = common
  return {
    ...common,
    /**
     * The tests that every operation on one user shares.
     * @param suffix the path after `/users/{id}`
     * @param body a valid body
     */
    rulesOf: (method: string, suffix: string, body?: unknown) => ({
      refusesMalformedIds() {
        test.each(malformedIds)('the id %s', async (id) => {
          const path = `/users/${id}${suffix}`
          expect(await refusal(method, path, body)).toEqual([400, 'VALIDATION_ERROR'])
        })
      },
      refusesBrokenBodies() {
        test.each(brokenBodies)('the body %j, before the user is looked for', async (text) => {
          const path = `/users/999999${suffix}`
          expect(await refusal(method, path, text)).toEqual([400, 'INVALID_REQUEST_BODY'])
        })
      },
      refusesUnknownIds() {
        test.each(unknownIds)('the id %s', async (id) => {
          expect(await refusal(method, `/users/${id}${suffix}`, body)).toEqual([404, 'NOT_FOUND'])
        })
      },
      refusesGranularScopes() {
        test('a granular scope and an administrator: nothing is written but the refusal', async () => {
          const user = await anAdministrator()
          await expectRefusedChange(granular, [method, `/users/${user.id}${suffix}`, body], {
            route: `/users/{id}${suffix}`,
            ceiling: 'target',
            targetKind: 'user',
            targetId: user.id,
          })
          const { password: _, ...stored } = user
          expect(await store.users.findById(user.id)).toEqual(stored)
        })

        test('a granular scope and an ordinary user', async () => {
          const user = await aUser(store, { otpEnabled: true })
          const answer = outcome(call(granular, method, `/users/${user.id}${suffix}`, body))
          expect(await answer).toEqual([200, ''])
        })
      },
    }),
  }
}
