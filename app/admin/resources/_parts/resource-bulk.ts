import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import type { Texts } from '#app/_ui/form/submit-route.ts'
import type { BulkList } from '#app/_ui/list/bulk-list.ts'
import { resourceList, resourceQuery } from './resource-list.ts'
import { sectionAddress } from './section-address.ts'

/** What can be done with several APIs. */
export const resourceBulk: BulkList = {
  definition: resourceList,
  acts: ['delete-apis'],
  idsOf: (api, address, before) =>
    api.searchResources({
      query: { ...resourceQuery(address), createdBefore: before, onlyIds: 'true' },
    }),
  async describe(api, ids) {
    const query = { ids: ids.join(), size: ids.length, sort: 'identifier' } as const
    const { resources } = await api.searchResources({ query })
    return resources.map(({ id, resourceIdentifier, description }) => ({
      id,
      name: resourceIdentifier,
      ...(description && { note: description }),
      href: sectionAddress(id, 'permissions'),
    }))
  },
  async act(api, { id }) {
    await api.deleteResource({ params: { id } })
    return null
  },
}

/** What the API refuses of them; the built-in one is the only one that it never deletes. */
export function resourceBulkRefusals(t: Texts) {
  return { texts: { ...recordTexts(t), VALIDATION_ERROR: t('lists.bulk.built_in_api') } }
}
