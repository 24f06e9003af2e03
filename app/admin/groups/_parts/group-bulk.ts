import type { BulkList } from '#app/_ui/list/bulk-list.ts'
import { sectionAddress } from './group-address.ts'
import { groupList, groupQuery } from './group-list.ts'

/** The acts on several groups. */
export const groupBulk: BulkList = {
  definition: groupList,
  acts: ['delete-groups'],
  idsOf: (api, address, before) =>
    api.searchGroups({
      query: { ...groupQuery(address), createdBefore: before, onlyIds: 'true' },
    }),
  async describe(api, ids) {
    const query = { ids: ids.join(), size: ids.length, sort: 'identifier' } as const
    const { groups } = await api.searchGroups({ query })
    return groups.map(({ id, groupIdentifier, description }) => ({
      id,
      name: groupIdentifier,
      ...(description && { note: description }),
      href: sectionAddress(id, 'members'),
    }))
  },
  async act(api, { id }) {
    await api.deleteGroup({ params: { id } })
    return null
  },
}
