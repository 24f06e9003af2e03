import { describe, expect, test } from 'vitest'
import { randomToken } from '#lib/base/crypto/random.ts'
import type { InteractionChange } from '#lib/persistence/sessions/interactions.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { continueInteraction } from '#lib/protocol/authorize/continue-interaction.ts'
import { decide } from '#lib/protocol/authorize/decide.ts'
import { storeInteraction } from '#lib/protocol/authorize/interaction.ts'
import { issueGrant } from '#lib/protocol/authorize/issue.ts'
import { loadInteraction } from '#lib/protocol/authorize/load-interaction.ts'
import type { AuthorizationRequest } from '#lib/protocol/authorize/request.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aSession } from '#tests/support/granted.ts'
import { aClient, aResource, aUser, grantToUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'

const { ctx, store } = await testContext()
const { client: database } = await fileDatabase()
await aResource(store, 'billing', ['read'])
const client = await aClient(store)

const request: AuthorizationRequest = {
  client,
  redirectUri: client.redirectUri,
  responseType: 'code',
  responseMode: 'query',
  codeChallenge: 'a'.repeat(43),
  dpopJkt: '',
  scopes: ['openid', 'billing:read'],
  resources: [],
  state: '',
  nonce: '',
  prompt: [],
  maxAgeSeconds: null,
  targetAcr: 'urn:authserver:level1',
  hintSubject: '',
  uiLocales: [],
  loginHint: '',
}

/** An interaction ready to be issued, for a user with a session in the browser. */
async function readyToIssue(proven: (user: UserRecord) => InteractionChange = () => ({})) {
  const user = await aUser(store)
  await grantToUser(store, user, 'billing:read')
  const session = await aSession(store, user)
  const cookies = { browser: randomToken(), session: session.cookie, known: null, device: null }
  const stored = await storeInteraction(ctx, request, cookies, user)
  const row = await store.interactions.change(stored.interaction.row, proven(user))
  if (!row) throw new Error('The interaction moved.')
  const interaction = { request, row }
  const loaded = await loadInteraction(ctx, interaction, cookies)
  const decision = decide(loaded.state)
  if (decision.step !== 'issue') throw new Error(`The next step is ${decision.step}.`)
  return {
    user,
    session,
    row,
    issue: () => issueGrant(ctx, interaction, loaded, decision, cookies),
  }
}

async function written(user: { id: number }, interactionIdentifier: string) {
  const where = { userId: user.id }
  const interaction = await store.interactions.findByIdentifier(interactionIdentifier)
  return {
    codes: await database.code.count({ where }),
    grants: await database.grant.count({ where }),
    completed: interaction?.completedAt !== null,
  }
}

const nothing = { codes: 0, grants: 0, completed: false }

describe('between decision and issue', () => {
  test('nothing moved: all of it is written', async () => {
    const { user, row, issue } = await readyToIssue()
    expect(await issue()).toMatchObject({ kind: 'redirect', status: 302 })
    const everything = { codes: 1, grants: 1, completed: true }
    expect(await written(user, row.interactionIdentifier)).toEqual(everything)
  })

  test.each<[string, (user: UserRecord, sessionId: number) => Promise<unknown>]>([
    ['the session ended', (_, id) => store.sessions.remove(id)],
    ['the session was disowned', (_, id) => store.sessions.update(id, { authStateGeneration: 7 })],
    ['the session expired', (_, id) => store.sessions.update(id, { started: new Date(0) })],
    [
      'the user was disabled',
      ({ id }) => database.user.update({ where: { id }, data: { enabled: false } }),
    ],
    [
      'credentials changed',
      ({ id }) => database.user.update({ where: { id }, data: { authStateGeneration: 1 } }),
    ],
    [
      'two-factor settings changed',
      ({ id }) => database.user.update({ where: { id }, data: { otpConfigGeneration: 1 } }),
    ],
    [
      'a permission was taken away',
      ({ id }) => database.userPermission.deleteMany({ where: { userId: id } }),
    ],
    ['the user was deleted', ({ id }) => database.user.delete({ where: { id } })],
  ])('%s: nothing is written and the decision is made again', async (_, move) => {
    const { user, session, row, issue } = await readyToIssue()
    await move(user, session.id)
    expect(await issue()).toBeNull()
    expect(await written(user, row.interactionIdentifier)).toEqual(nothing)
  })

  test('a code alone starts no session in place of one that ended', async () => {
    const { user, session, row, issue } = await readyToIssue(() => ({
      otpVerifiedAt: ctx.now,
      otpConfigGeneration: 0,
    }))
    await store.sessions.remove(session.id)
    expect(await issue()).toBeNull()
    expect(await written(user, row.interactionIdentifier)).toEqual(nothing)
    expect(await sessionsOf(store, user.id)).toEqual([])
  })

  test('of many at once one is answered', async () => {
    const { user, row, issue } = await readyToIssue()
    const results = await Promise.allSettled(Array.from({ length: 20 }, issue))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ reason: 'state_mismatch' })
    }
    expect((await written(user, row.interactionIdentifier)).codes).toBe(1)
  })
})

describe('after a password, decided on the user it was compared with', () => {
  /** Accepts an interaction's password, applies a change, and returns the browser's next answer. */
  async function afterPassword(move: (user: UserRecord) => Promise<unknown>) {
    const entered = await aUser(store)
    const codeOnly = { ...request, scopes: ['openid'] }
    const cookies = { browser: randomToken(), session: null, known: null, device: null }
    const { interaction } = await storeInteraction(ctx, codeOnly, cookies, null)
    const row = await store.interactions.change(interaction.row, {
      userId: entered.id,
      passwordVerifiedAt: ctx.now,
      authStateGeneration: entered.authStateGeneration,
      otpConfigGeneration: entered.otpConfigGeneration,
    })
    if (!row) throw new Error('The interaction moved.')
    await move(entered)
    const way = { status: 303, entered } as const
    const outcome = await continueInteraction(ctx, { request: codeOnly, row }, cookies, way)
    const location = outcome.kind === 'redirect' ? outcome.location : ''
    return { location, ...(await written(entered, row.interactionIdentifier)) }
  }

  test('who has not changed is issued a code', async () => {
    const { location, codes } = await afterPassword(async () => {})
    expect(location).toContain('code=')
    expect(codes).toBe(1)
  })

  test.each<[string, Parameters<typeof database.user.update>[0]['data'], string]>([
    ['credentials changed: the password is asked for', { authStateGeneration: 1 }, '/auth/pwd?'],
    ['the user was disabled: access is denied', { enabled: false }, 'error=access_denied'],
  ])('%s', async (_, data, expected) => {
    const { location, codes } = await afterPassword(({ id }) =>
      database.user.update({ where: { id }, data }),
    )
    expect(location).toContain(expected)
    expect(codes).toBe(0)
  })
})
