import { FormRefusal, textOfField, textsOfFields } from '#app/_ui/form/form-values.ts'
import { submitRoute, type Texts } from '#app/_ui/form/submit-route.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { refusalsOfProvider, refuseField } from '#app/admin/identity-providers/_parts/refusals.ts'
import { groupLine, mappingValues } from '#app/admin/identity-providers/[id]/mapping/values.ts'
import { singleFields } from '#lib/domain/users/profile.ts'

/** Saves the values taken over from a provider's claims. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, keepChanges, t }) => {
    const params = { id: id() }
    const { identityProvider } = await api.getIdentityProvider({ params })
    const kept = keepChanges(mappingValues(identityProvider))
    const mapping = {
      profile: textsOfFields(kept, singleFields),
      groupsClaim: textOfField(kept, 'groupsClaim'),
      groups: await groupsOf(api, textOfField(kept, 'groups'), t),
    }
    const body = { mapping, syncProfile: textOfField(kept, 'syncProfile') }
    await api
      .updateIdentityProvider({ params, body })
      .catch((error: unknown) => refuseField(error, t, { mapping: 'groupsClaim' }))
    return { done: 'saved' }
  },
  refusalsOfProvider,
)

/** The ids of the groups that the lines name. */
async function groupsOf(api: Api, text: string, t: Texts): Promise<Record<string, number>> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length === 0) return {}
  const { groups } = await api.listGroups()
  const known = new Map(groups.map(({ groupIdentifier, id }) => [groupIdentifier, id]))
  const found = new Map<string, number>()
  for (const line of lines) {
    const read = groupLine(line)
    if (!read) throw new FormRefusal('groups', t('idp.mapping.bad_line', { line }))
    const group = known.get(read.identifier)
    if (group === undefined) {
      throw new FormRefusal('groups', t('idp.mapping.no_group', { group: read.identifier }))
    }
    if (found.has(read.value)) {
      throw new FormRefusal('groups', `${line.trim()}: ${t('console.record.listed_twice')}`)
    }
    found.set(read.value, group)
  }
  return Object.fromEntries(found)
}
