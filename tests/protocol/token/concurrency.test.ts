import { beforeAll, describe, expect, test } from 'vitest'
import { redeem, refresh, type TokenAnswer } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { aCode, tokensOf } from './world.ts'

const attempts = 50

describe('single use under load', () => {
  let app: TestServer
  let client: TestClient
  let user: TestUser

  beforeAll(async () => {
    app = await server()
    client = await aClient(app.store)
    user = await aUser(app.store)
    await app.store.consents.save(user.id, client.id, 'openid offline_access', app.clock.now())
  })

  function sorted(answers: readonly TokenAnswer[]) {
    return {
      issued: answers.filter((answer) => answer.status === 200),
      refused: answers.filter(
        (answer) => answer.status === 400 && answer.body.error === 'invalid_grant',
      ),
    }
  }

  test.each(['openid', 'openid offline_access'])(
    '50 parallel redemptions of one code give exactly one set of tokens (%s)',
    async (scope) => {
      const issued = await aCode(app, client, user, { scope })
      const answers = await Promise.all(
        Array.from({ length: attempts }, () => redeem(app, client, issued)),
      )
      const { issued: won, refused } = sorted(answers)
      expect([won.length, refused.length]).toEqual([1, attempts - 1])
      const rows = await app.runtime.database.prisma.refreshToken.count({
        where: { codeId: issued.row.id },
      })
      expect(rows).toBe(1)
    },
  )

  test.each(['openid', 'openid offline_access'])(
    '50 parallel refreshes with one token rotate it exactly once (%s)',
    async (scope) => {
      const { refresh_token } = await tokensOf(app, client, user, { scope })
      const answers = await Promise.all(
        Array.from({ length: attempts }, () => refresh(app, client, refresh_token)),
      )
      const { issued: won, refused } = sorted(answers)
      expect([won.length, refused.length]).toEqual([1, attempts - 1])
      expect(
        refused.every(({ body }) => /has been revoked\.$/.test(body.error_description ?? '')),
      ).toBe(true)
    },
  )

  test('tokens of ten sessions, each presented twice at once, are rotated exactly once each', async () => {
    const tokens = await Promise.all(Array.from({ length: 10 }, () => tokensOf(app, client, user)))
    const answers = await Promise.all(
      tokens.map(({ refresh_token }) =>
        Promise.all([refresh(app, client, refresh_token), refresh(app, client, refresh_token)]),
      ),
    )
    for (const both of answers) {
      const { issued: won, refused } = sorted(both)
      expect([won.length, refused.length]).toEqual([1, 1])
    }
  })

  test('50 codes of one session redeemed side by side all succeed', async () => {
    const { session } = await aCode(app, client, user)
    const codes = await Promise.all(
      Array.from({ length: attempts }, () => aCode(app, client, user, { session })),
    )
    const answers = await Promise.all(codes.map((code) => redeem(app, client, code)))
    expect(sorted(answers).issued).toHaveLength(attempts)
    const refreshed = await Promise.all(
      answers.map(({ body }) => refresh(app, client, body.refresh_token ?? '')),
    )
    expect(sorted(refreshed).issued).toHaveLength(attempts)
  })
})
