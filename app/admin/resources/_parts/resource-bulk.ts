import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import type { Texts } from '#app/_ui/form/submit-route.ts'
import type { BulkList } from '#app/_ui/list/bulk-list.ts'
import { resourceList, resourceQuery } from './resource-list.ts'
import { sectionAddress } from './section-address.ts'

/** The acts on several APIs. */
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

/** The API's refusals of these acts: it never deletes the built-in resource. */
export function resourceBulkRefusals(t: Texts) {
  return { texts: { ...recordTexts(t), VALIDATION_ERROR: t('lists.bulk.built_in_api') } }
}
