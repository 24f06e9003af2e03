import type { AdminTx } from '#lib/context.ts'
import { checkProvider } from '#lib/domain/identity-providers/fields.ts'
import {
  createProvider,
  updateProvider,
} from '#lib/domain/identity-providers/identity-providers.ts'
import type { SentMapping } from '#lib/domain/identity-providers/mapping.ts'
import { invalidValue } from '#lib/domain/values/validation.ts'
import type { SentIdentityProvider } from './document.ts'

/**
 * Makes an identity provider match the file: adds or changes it. The provider itself is not asked. Another issuer is
 * refused while people are connected.
 * @throws Refusal as the Admin API does
 */
export async function applyIdentityProvider(
  tx: AdminTx,
  sent: SentIdentityProvider,
): Promise<readonly string[]> {
  const own = await tx.store.identityProviders.findByAlias(sent.alias)
  const mapping = sent.mapping && (await mappingOf(tx, sent.mapping))
  // The operator wrote the file, and import has no page to confirm on.
  const checked = checkProvider(tx, { ...sent, mapping, confirmed: true }, own)
  if (own) {
    const update = { forgetsLinks: false, isPairwise: false, loggedInUser: '' }
    await updateProvider(tx, own, checked, update)
  } else await createProvider(tx, checked, '')
  return sent.clientSecret === undefined ? [] : ['client secret']
}

/** The file names groups by their identifiers. */
async function mappingOf(
  tx: AdminTx,
  { groups = {}, ...claims }: NonNullable<SentIdentityProvider['mapping']>,
): Promise<SentMapping> {
  const ids: [string, number][] = []
  for (const [value, identifier] of Object.entries(groups)) {
    const group = await tx.store.groups.findByIdentifier(identifier)
    if (!group)
      throw invalidValue(`The mapping names the group '${identifier}', which does not exist.`)
    ids.push([value, group.id])
  }
  return { ...claims, groups: Object.fromEntries(ids) }
}
