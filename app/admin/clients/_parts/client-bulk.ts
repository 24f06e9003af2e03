import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import type { Texts } from '#app/_ui/form/submit-route.ts'
import type { BulkList } from '#app/_ui/list/bulk-list.ts'
import { switchRecord } from '#app/_ui/list/bulk-switch.ts'
import { clientList, clientQuery } from './client-list.ts'
import { sectionAddress } from './section-address.ts'

/** The acts on several applications. */
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
  opposites: {
    'enable-applications': 'disable-applications',
    'disable-applications': 'enable-applications',
  },
  async act(api, { act, id, mark }) {
    const params = { id }
    if (act === 'delete-applications') {
      await api.deleteClient({ params })
      return null
    }
    const read = async () => (await api.getClient({ params })).client
    const set = async (enabled: boolean) =>
      (await api.setClientEnabled({ params, body: { enabled } })).client
    return switchRecord({ read, set }, act === 'enable-applications', mark)
  },
}

/** The API's refusals of these acts: it never changes the console's own application. */
export function clientBulkRefusals(t: Texts) {
  return { texts: { ...recordTexts(t), VALIDATION_ERROR: t('lists.bulk.built_in_application') } }
}
