import type { AdminTx } from '#lib/context.ts'
import { checkProvider } from '#lib/domain/identity-providers/fields.ts'
import {
  createProvider,
  updateProvider,
} from '#lib/domain/identity-providers/identity-providers.ts'
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
  // The operator wrote the file, and import has no page to confirm on.
  const checked = checkProvider(tx, { ...sent, confirmed: true }, own)
  if (own) {
    const update = { forgetsLinks: false, isPairwise: false, loggedInUser: '' }
    await updateProvider(tx, own, checked, update)
  } else await createProvider(tx, checked, '')
  return sent.clientSecret === undefined ? [] : ['client secret']
}
