import { beforeEach, describe, expect, test } from 'vitest'
import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import {
  boundOpenSignIns,
  maxPushedRequests,
  maxStoredRequests,
  noteOpened,
} from '#lib/domain/sign-in/open-sign-ins.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aClient, aUser } from '#tests/support/people.ts'

const { ctx, store } = await testContext()
const { client: database } = await fileDatabase()
const client = await aClient(store)
const user = await aUser(store)

beforeEach(async () => {
  await database.interaction.deleteMany()
  await database.storedAuthorizationRequest.deleteMany()
  await database.pushedRequest.deleteMany()
})

/**
 * Stores interactions, oldest first.
 * @returns their ids
 */
async function openSignIns(count: number, columns: { userId?: number; sizeBytes?: number } = {}) {
  const row = {
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + 3_600_000),
    browserHash: 'b',
    clientId: client.id,
    redirectUri: client.redirectUri,
    responseType: 'code',
    responseMode: 'query',
    scope: 'openid',
    state: 's',
    nonce: '',
    prompt: '',
    targetAcr: 'urn:authserver:level1',
    hintSubject: '',
    uiLocales: '',
    loginHint: '',
    ipAddress: '',
    userAgent: '',
    ...columns,
  }
  const data = Array.from({ length: count }, () => ({
    ...row,
    interactionIdentifier: randomToken(),
  }))
  await database.interaction.createMany({ data })
  return ids().then((all) => all.slice(-count))
}

async function ids(): Promise<number[]> {
  const rows = await database.interaction.findMany({ orderBy: { id: 'asc' }, select: { id: true } })
  return rows.map(({ id }) => id)
}

describe('sign-ins in progress', () => {
  test('stay while there are not too many', async () => {
    await openSignIns(500, { sizeBytes: 100 })
    expect(await boundOpenSignIns(store, { rows: 500, bytes: 50_000 })).toBe(0)
    expect(await store.interactions.total()).toEqual({ rows: 500, bytes: 50_000 })
  })

  test('beyond their number lose the oldest, and some more, so that this is not done for each', async () => {
    const all = await openSignIns(1_001)
    await boundOpenSignIns(store, { rows: 1_000, bytes: 1_000_000 })
    const left = await ids()
    expect(left.length).toBeLessThanOrEqual(950)
    expect(left.length).toBeGreaterThan(700)
    expect(left).toEqual(all.slice(-left.length))
  })

  test('beyond their size do so too', async () => {
    await openSignIns(100, { sizeBytes: 2_000 })
    const small = await openSignIns(300, { sizeBytes: 100 })
    await boundOpenSignIns(store, { rows: 10_000, bytes: 100_000 })
    expect((await store.interactions.total()).bytes).toBeLessThanOrEqual(95_000)
    expect(await ids()).toEqual(small.slice(-(await ids()).length))
  })

  test('in which somebody has signed in go last, however old they are', async () => {
    const signedIn = await openSignIns(300, { userId: user.id })
    await openSignIns(900)
    await boundOpenSignIns(store, { rows: 1_000, bytes: 1_000_000 })
    expect((await ids()).slice(0, 300)).toEqual(signedIn)
    await openSignIns(1)
    await boundOpenSignIns(store, { rows: 200, bytes: 1_000_000 })
    expect((await store.interactions.total()).rows).toBeLessThanOrEqual(190)
  })

  test('are looked at after each thousand that a process stores', async () => {
    const look = async () => {
      await openSignIns(1)
      await database.storedAuthorizationRequest.createMany({
        data: requests(maxStoredRequests + 5),
      })
      for (let i = 0; i < 1_000; i++) noteOpened(ctx)
      await responsesFollowedUp()
    }
    await look()
    expect(await database.storedAuthorizationRequest.count()).toBe(maxStoredRequests)
    expect(await ids()).toHaveLength(1)
  }, 60_000)
})

test('the oldest pushed requests go when there are too many', async () => {
  const data = requests(maxPushedRequests + 250).map(({ handleHash, expiresAt }) => ({
    handleHash,
    expiresAt,
    clientId: client.id,
    parametersEncrypted: new Uint8Array(1),
  }))
  await database.pushedRequest.createMany({ data })
  const pushed = async () => {
    const rows = await database.pushedRequest.findMany({ orderBy: { id: 'asc' } })
    return rows.map(({ handleHash }) => handleHash)
  }
  const before = await pushed()
  await boundOpenSignIns(store)
  expect(await pushed()).toEqual(before.slice(250))
}, 60_000)

function requests(count: number) {
  const expiresAt = new Date(ctx.now.getTime() + 300_000)
  return Array.from({ length: count }, () => ({
    handleHash: sha256Hex(randomToken()),
    parameters: '{}',
    expiresAt,
  }))
}
