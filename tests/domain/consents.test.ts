import { describe, expect, test } from 'vitest'
import { adminTransaction } from '#lib/context.ts'
import { approvedScopes, mergeConsent, saveConsent } from '#lib/domain/clients/consents.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'

const { ctx, store, later } = await testContext()
const { client: database } = await fileDatabase()

describe('mergeConsent', () => {
  test.each([
    [[], ['a', 'b'], ['a'], ['a']],
    [['a'], ['a', 'b'], ['b'], ['b']],
    [
      ['z', 'a'],
      ['a', 'b'],
      ['a', 'b'],
      ['z', 'a', 'b'],
    ],
    [['z'], ['a'], [], ['z']],
  ])('%j, shown %j, ticked %j', (before, shown, ticked, after) => {
    expect(mergeConsent(before, shown, ticked)).toEqual(after)
  })
})

describe('saveConsent', () => {
  const save = (userId: number, clientId: number, answer: string[], now = ctx) =>
    adminTransaction(now, async (tx) => {
      await tx.store.users.lock(userId)
      await saveConsent(tx, { id: userId, subject: 'somebody' }, clientId, {
        shown: answer,
        ticked: answer,
      })
    })

  test('keeps one row per user and client, with the time of the last answer', async () => {
    const [user, client] = [await aUser(store), await aClient(store)]
    await save(user.id, client.id, ['openid'])
    await save(user.id, client.id, ['email'], later(60))
    const consent = await store.consents.find(user.id, client.id)
    expect(approvedScopes(consent)).toEqual(['openid', 'email'])
    expect(consent?.grantedAt).toEqual(later(60).now)
    const entries = (await auditEntries(database)).filter(
      ({ details }) => details.userId === user.id,
    )
    expect(entries).toEqual([
      expect.objectContaining({ event: 'saved_consent' }),
      {
        event: 'saved_consent',
        details: { userId: user.id, clientId: client.id, consentId: consent?.id },
      },
    ])
  })

  test('loses no answer of several at once', async () => {
    const [user, client] = [await aUser(store), await aClient(store)]
    const scopes = ['a', 'b', 'c', 'd', 'e', 'f']
    await Promise.all(scopes.map((scope) => save(user.id, client.id, [scope])))
    const approved = approvedScopes(await store.consents.find(user.id, client.id))
    expect(approved.toSorted()).toEqual(scopes)
  })
})
