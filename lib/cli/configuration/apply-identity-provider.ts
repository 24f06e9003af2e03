import { openOrNull } from '#lib/base/crypto/cipher.ts'
import type { AdminTx } from '#lib/context.ts'
import { checkProvider } from '#lib/domain/identity-providers/fields.ts'
import {
  clientSecretPlace,
  createProvider,
  updateProvider,
} from '#lib/domain/identity-providers/identity-providers.ts'
import type { SentMapping } from '#lib/domain/identity-providers/mapping.ts'
import { actorOf, operator } from '#lib/domain/permissions/caller.ts'
import { invalidValue } from '#lib/domain/values/validation.ts'
import type { SentIdentityProvider } from './document.ts'

const loggedInUser = actorOf(operator)

/**
 * Makes an identity provider match the file: adds or changes it. The provider itself is not asked. Another issuer is
 * refused while people are connected.
 * @returns notes on changes that the states do not show: another secret
 * @throws Refusal as the Admin API does
 */
export async function applyIdentityProvider(
  tx: AdminTx,
  sent: SentIdentityProvider,
): Promise<readonly string[]> {
  const own = await tx.store.identityProviders.findByAlias(sent.alias)
  const mapping = sent.mapping && (await mappingOf(tx, sent.mapping))
  const sealed = own?.clientSecretEncrypted
  const stored = sealed ? openOrNull(tx.cipher, sealed, clientSecretPlace(sent.alias)) : ''
  // Each encryption of the same secret differs, so storing it again would count as a change.
  const clientSecret = sent.clientSecret === stored ? undefined : sent.clientSecret
  // The operator wrote the file, and import has no page to confirm on.
  const checked = checkProvider(tx, { ...sent, clientSecret, mapping, confirmed: true }, own)
  if (own) {
    const update = { forgetsLinks: false, isPairwise: false, loggedInUser }
    await updateProvider(tx, own, checked, update)
  } else await createProvider(tx, checked, loggedInUser)
  return clientSecret === undefined ? [] : ['client secret']
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
