import { expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aGroup, aResource, aUser } from '#tests/support/people.ts'
import { brokenBodies, fixture, malformedIds, unknownIds } from '../fixture.ts'
import { theOneOfFifty } from '../one-save.ts'
import { expectRefusedChange } from '../refused-change.ts'

/** Shared tests of saving a holder's permissions; the rules for users and groups are the same. */
export async function permissionSaves(kind: 'user' | 'group') {
  const { ask, refusal, store, granular, manager, entriesOf, ...rest } = await fixture()
  const { database, firstAdministrator, permissionId } = rest

  const resource = await aResource(
    store,
    'shop',
    Array.from({ length: 50 }, (_, i) => `may-${i}-it`),
  )
  const [first = 0, second = 0, third = 0] = resource.permissions.map((one) => one.id)
  const manage = await permissionId('authserver:manage')
  const adminRead = await permissionId('authserver:admin-read')
  const manageAccount = await permissionId('authserver:manage-account')

  const pathOf = (holder: { id: number | string }) => `/${kind}s/${holder.id}/permissions`
  const heldBy = ({ id }: { id: number }) => store.permissionGrants.idsOf({ kind, id })
  const give = ({ id }: { id: number }, ...ids: number[]) =>
    store.permissionGrants.add({ kind, id }, ids, new Date(0))
  const refused = (ceiling: 'grant' | 'target', { id }: { id: number }) => ({
    route: `/${kind}s/{id}/permissions`,
    ceiling,
    targetKind: kind,
    targetId: id,
  })
  const aHolder = () => (kind === 'user' ? aUser(store) : aGroup(store))

  /** Removes all administrators except the holder, or the group's two members, one of them enabled. */
  async function withoutOtherAdministrators(holder: { readonly id: number }): Promise<void> {
    if (kind === 'group') {
      for (const { id } of [await aUser(store), await aUser(store, { enabled: false })]) {
        await store.memberships.add(id, [holder.id], new Date(0))
      }
    }
    const others = kind === 'user' ? { userId: { not: holder.id } } : {}
    await database.userPermission.deleteMany({ where: { permissionId: manage, ...others } })
  }

  function saveLists(): void {
    test('adds what is new, removes what is missing, and audits each', async () => {
      const holder = await aHolder()
      await give(holder, first, second, adminRead)
      const entries = await entriesOf(async () => {
        const { status, body } = await ask('PUT', pathOf(holder), {
          permissionIds: [third, second, manage, third],
          expectedPermissionIds: [adminRead, second, first, first],
        })
        expect([status, body]).toEqual([200, { success: true }])
      })
      expect(await heldBy(holder)).toEqual([manage, second, third])
      const loggedInUser = manager.client.clientIdentifier
      const entry = (event: string, id: number) => ({
        event,
        details: { [`${kind}Id`]: holder.id, permissionId: id, loggedInUser },
      })
      const changed = (change: string, permission: string) => ({
        event: 'administrative_permission_changed',
        details: {
          change,
          targetKind: kind,
          targetId: holder.id,
          permissionIdentifiers: [permission],
          loggedInUser,
        },
      })
      expect(entries).toEqual([
        entry(`added_${kind}_permission`, third),
        entry(`added_${kind}_permission`, manage),
        entry(`deleted_${kind}_permission`, adminRead),
        entry(`deleted_${kind}_permission`, first),
        changed('granted', 'authserver:manage'),
        changed('revoked', 'authserver:admin-read'),
      ])
    })

    test('an absent list empties; one that changes nothing audits nothing', async () => {
      const holder = await aHolder()
      await give(holder, first)
      expect((await ask('PUT', pathOf(holder), {})).status).toBe(200)
      expect(await heldBy(holder)).toEqual([])
      expect(await entriesOf(() => ask('PUT', pathOf(holder), {}))).toEqual([])
    })

    test('a granular scope may give what is not administrative', async () => {
      const holder = await aHolder()
      const body = { permissionIds: [first, manageAccount] }
      expect((await call(granular, 'PUT', pathOf(holder), body)).status).toBe(200)
      expect(await heldBy(holder)).toEqual([manageAccount, first])
    })

    test('50 who save different lists at once leave one of them, whole', async () => {
      const holder = await aHolder()
      const lists = resource.permissions.map(({ id }, i) => [
        id,
        resource.permissions[(i + 1) % 50]?.id ?? 0,
      ])
      const answers = await Promise.all(
        lists.map((permissionIds) =>
          outcome(call(manager, 'PUT', pathOf(holder), { permissionIds })),
        ),
      )
      expect(answers).toEqual(lists.map(() => [200, '']))
      const held = await heldBy(holder)
      expect(lists.map((list) => list.toSorted((a, b) => a - b))).toContainEqual(held)
    })
  }

  function refuseBrokenLists(): void {
    test.each(malformedIds)('the id %s', async (id) => {
      expect(await refusal('PUT', pathOf({ id }), {})).toEqual([400, 'VALIDATION_ERROR'])
    })

    test.each([...brokenBodies, '{"permissionIds":[1.5]}', '{"expectedPermissionIds":[null]}'])(
      'the body %s',
      async (body) => {
        const answer = await refusal('PUT', pathOf(await aHolder()), body)
        expect(answer).toEqual([400, 'INVALID_REQUEST_BODY'])
      },
    )

    test('more than 1,000 permissions, told before unknown ones', async () => {
      const body = { permissionIds: Array.from({ length: 1001 }, () => 0) }
      expect(await refusal('PUT', pathOf(await aHolder()), body)).toEqual([400, 'VALIDATION_ERROR'])
    })
  }

  function refuseGranularCallers(): void {
    test('a granular scope that gives or takes an administrative permission', async () => {
      const holder = await aHolder()
      await give(holder, first)
      const body = { permissionIds: [first, manage, adminRead] }
      await expectRefusedChange(granular, ['PUT', pathOf(holder), body], {
        ...refused('grant', holder),
        permissionIds: [manage, adminRead],
      })
      await give(holder, adminRead)
      const taking = call(granular, 'PUT', pathOf(holder), { permissionIds: [first] })
      expect(await outcome(taking)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
      expect(await heldBy(holder)).toEqual([adminRead, first])
    })

    test('a granular scope that saves an administrator’s list, even unchanged', async () => {
      const holder = await aHolder()
      await give(holder, adminRead)
      const body = { permissionIds: [adminRead], expectedPermissionIds: [] }
      const about = refused('target', holder)
      await expectRefusedChange(granular, ['PUT', pathOf(holder), body], about)
    })
  }

  function refuseUnknownRecords(): void {
    test.each(unknownIds)('the id %s, told before a broken body', async (id) => {
      expect(await refusal('PUT', pathOf({ id }), '{')).toEqual([404, 'NOT_FOUND'])
    })

    test.each([0, -1, 999_999])('the permission %s, told before the policy', async (id) => {
      const holder = await aHolder()
      const body = { permissionIds: [manage, id] }
      const answer = await outcome(call(granular, 'PUT', pathOf(holder), body))
      expect(answer).toEqual([404, 'NOT_FOUND'])
      expect(await heldBy(holder)).toEqual([])
    })
  }

  function refuseConflicts(): void {
    test('another list than the one read last', async () => {
      const holder = await aHolder()
      await give(holder, first)
      const entries = await entriesOf(async () => {
        for (const expectedPermissionIds of [[], [second], [first, 999_999]]) {
          const body = { permissionIds: [], expectedPermissionIds }
          expect(await refusal('PUT', pathOf(holder), body)).toEqual([409, 'CONCURRENT_UPDATE'])
        }
      })
      expect(entries).toEqual([])
      expect(await heldBy(holder)).toEqual([first])
    })

    test('of fifty that read the same list exactly one saves', async () => {
      const holder = await aHolder()
      const ids = resource.permissions.map(({ id }) => id)
      const saved = await theOneOfFifty((i) => {
        const body = { permissionIds: [ids[i]], expectedPermissionIds: [] }
        return refusal('PUT', pathOf(holder), body)
      })
      expect(await heldBy(holder)).toEqual([ids[saved]])
    })

    test('the list that makes the last enabled administrator, told after a stale list', async () => {
      const seeded = await firstAdministrator()
      const holder = await aHolder()
      await give(holder, manage)
      await withoutOtherAdministrators(holder)
      const entries = await entriesOf(async () => {
        const body = { permissionIds: [first] }
        expect(await refusal('PUT', pathOf(holder), body)).toEqual([409, 'LAST_ADMINISTRATOR'])
        const stale = { ...body, expectedPermissionIds: [] }
        expect(await refusal('PUT', pathOf(holder), stale)).toEqual([409, 'CONCURRENT_UPDATE'])
      })
      expect(entries).toEqual([])
      expect(await heldBy(holder)).toEqual([manage])
      await store.permissionGrants.add({ kind: 'user', id: seeded.id }, [manage], new Date(0))
      expect((await ask('PUT', pathOf(holder), { permissionIds: [] })).status).toBe(200)
    })
  }

  return {
    saveLists,
    refuseBrokenLists,
    refuseGranularCallers,
    refuseUnknownRecords,
    refuseConflicts,
  }
}
