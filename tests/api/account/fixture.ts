import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { Contract } from '#lib/api/contract/define.ts'
import type { user as userModel } from '#lib/api/contract/models/users.ts'
import type { Input, Operation } from '#lib/api/operation.ts'
import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { type ApiAnswer, type ApiError, apiUser, call, outcome } from '#tests/support/api.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { type Outbox, openOutbox } from '#tests/support/outbox.ts'
import { aClient, aUser, type TestUser } from '#tests/support/people.ts'
import { rejectionOf } from '#tests/support/refusals.ts'
import { server } from '#tests/support/server.ts'
import { brokenBodies } from '../admin/fixture.ts'

export type User = z.output<typeof userModel>

export interface UserAnswer {
  readonly user: User
}

/** A user with a token for the Account API. */
export interface Person {
  readonly user: TestUser
  readonly token: Awaited<ReturnType<typeof apiUser>>
  ask<T = Record<string, never>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<ApiAnswer<T & ApiError>>
  refusal(method: string, path: string, body?: unknown): Promise<[number, string]>
}

/** The server and the helpers that tests of the Account API share. */
export async function fixture() {
  const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
  const { client: database } = await fileDatabase()
  const { store } = app
  const as = (user: TestUser, token: Person['token']): Person => {
    const ask = <T>(method: string, path: string, body?: unknown) =>
      call<T & ApiError>(token, method, `/api/v1/account${path}`, body)
    return { user, token, ask, refusal: (...sent) => outcome(ask(...sent)) }
  }
  /** Signs a user in again, in a new session. */
  const signedIn = async (user: TestUser) => as(user, await apiUser(app, user, ['manage-account']))
  /** Calls the operation with a user record that was read before a change. */
  const callLate = async <C extends Contract>(
    { contract, handle }: Operation<C>,
    user: TestUser,
    sent: { readonly body?: unknown; readonly file?: Uint8Array } = {},
  ) => {
    const { ctx } = await testContext()
    const client = await aClient(store)
    const grantIdentifier = user.otpEnrollmentGrantIdentifier ?? 'grant'
    const input = {
      caller: { kind: 'user', user, client, session: null, scopes: [], grantIdentifier },
      params: {},
      body: () => contract.body?.parse(sent.body ?? {}),
      upload: async () => sent.file,
    }
    return rejectionOf(handle({ ...ctx, now: app.clock.now() }, input as unknown as Input<C>))
  }
  return {
    app,
    store,
    database,
    signedIn,
    as,
    callLate,
    person: async (overrides: Parameters<typeof aUser>[1] = {}) =>
      signedIn(await aUser(store, overrides)),
    async entriesOf(work: () => Promise<unknown>) {
      const before = (await auditEntries(database)).length
      await work()
      return (await auditEntries(database)).slice(before)
    },
    /** Enables mail, to a new mail server of the test. */
    async withMail(): Promise<Outbox> {
      const outbox = await openOutbox()
      await app.changeSettings({
        appName: 'My Login',
        smtpEnabled: true,
        smtpHost: '127.0.0.1',
        smtpPort: outbox.port,
        smtpEncryption: 'none',
        smtpFromEmail: 'from@example.org',
      })
      return outbox
    },
    /** Tests that an operation refuses a user who is deleted meanwhile. */
    refusesGoneUsers<C extends Contract>(operation: Operation<C>, sent?: object) {
      test('a user who is deleted meanwhile', async () => {
        const user = await aUser(store)
        await store.users.remove(user.id)
        expect(await callLate(operation, user, sent)).toBe('NOT_FOUND')
      })
    },
    refusesBrokenBodies(method: string, path: string) {
      test('bodies that are no JSON object, or more than 64 KiB', async () => {
        const { refusal } = await signedIn(await aUser(store))
        for (const body of [...brokenBodies, `{"x":"${'x'.repeat(64 * 1024)}"}`]) {
          expect(await refusal(method, path, body)).toEqual([400, 'INVALID_REQUEST_BODY'])
        }
      })
    },
  }
}

/** Subjects of the sent messages, once all follow-up work of answers is done. */
export async function subjectsOf(outbox: Outbox): Promise<string[]> {
  await responsesFollowedUp()
  return outbox.messages.map(({ subject }) => subject)
}

/** The code of an authenticator application. */
export function codeOf(secret: string, now: Date): string {
  return new TOTP({ secret }).generate({ timestamp: now.getTime() })
}

export const malformedOwnIds = ['x', '0', '-1', '1.5', '9223372036854775808', '%20'] as const

export const unknownOwnIds = ['999999', '9223372036854775807'] as const
