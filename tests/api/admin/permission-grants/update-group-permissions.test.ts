import { describe, expect, test } from 'vitest'
import { aGroup } from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { fixture } from '../fixture.ts'
import { permissionSaves } from './permission-saves.ts'

const rules = await permissionSaves('group')
const { store, ask, refusal, permissionId } = await fixture()

describe('200', rules.saveLists)
describe('400', rules.refuseBrokenLists)
describe('400, a group whose members a provider names', () => {
  test('a permission of administrators, but no other one: a provider makes no administrator', async () => {
    const group = await aGroup(store)
    const provider = await aProvider(store)
    await store.providerGroups.setGroups(provider.id, [{ value: 'staff', groupId: group.id }])
    const path = `/groups/${group.id}/permissions`
    const save = async (scope: string) => ({ permissionIds: [await permissionId(scope)] })
    expect(await refusal('PUT', path, await save('authserver:manage-users'))).toEqual([
      400,
      'validator.group.named_by_provider',
    ])
    expect(await store.permissionGrants.idsOf({ kind: 'group', id: group.id })).toEqual([])
    expect((await ask('PUT', path, await save('authserver:manage-account'))).status).toBe(200)
  })
})
describe('403', rules.refuseGranularCallers)
describe('404', rules.refuseUnknownRecords)
describe('409', rules.refuseConflicts)
