import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import type { Texts } from '#app/_ui/form/submit-route.ts'
import type { BulkList } from '#app/_ui/list/bulk-list.ts'
import { clientList, clientQuery } from './client-list.ts'
import { sectionAddress } from './section-address.ts'

/** What can be done with several applications. */
export const clientBulk: BulkList = {
  definition: clientList,
  acts: ['disable-applications', 'enable-applications', 'delete-applications'],
  idsOf(api, address, before) {
    const query = clientQuery(address, new Date(before))
    return api.searchClients({ query: { ...query, createdBefore: before, onlyIds: 'true' } })
  },
  async describe(api, ids) {
    const query = { ids: ids.join(), size: ids.length, sort: 'name' } as const
    const { clients } = await api.searchClients({ query })
    return clients.map(({ id, displayName, clientIdentifier }) => ({
      id,
      name: displayName || clientIdentifier,
      ...(displayName && { note: clientIdentifier }),
      href: sectionAddress(id, 'settings'),
    }))
  },
  async act(api, act, id) {
    const params = { id }
    if (act === 'delete-applications') return api.deleteClient({ params })
    const { client } = await api.getClient({ params })
    // An empty level keeps the stored one.
    const body = { ...client, defaultAcrLevel: '', enabled: act === 'enable-applications' }
    return api.updateClient({ params, body })
  },
}

/** What the API refuses of them; the console’s own application is the only one that it never changes. */
export function clientBulkRefusals(t: Texts) {
  return { texts: { ...recordTexts(t), VALIDATION_ERROR: t('lists.bulk.built_in_application') } }
}
