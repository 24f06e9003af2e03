import { randomToken } from '#lib/base/crypto/random.ts'
import { clientSecretPlace } from '#lib/domain/identity-providers/identity-providers.ts'
import type { NewIdentityProvider } from '#lib/persistence/providers/identity-providers.ts'
import type { IdentityProviderRecord, Store } from '#lib/persistence/store.ts'
import { testCipher, testStart } from './settings.ts'

/** Stores an enabled identity provider with an alias of its own. */
export function aProvider(
  store: Store,
  fields: Partial<NewIdentityProvider> = {},
): Promise<IdentityProviderRecord> {
  const alias = `p${randomToken(6)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, 'x')}`
  return store.identityProviders.insert({
    createdAt: testStart,
    updatedAt: testStart,
    alias,
    preset: 'oidc',
    displayName: 'Example ID',
    enabled: true,
    issuer: 'https://id.example',
    clientId: 'client-here',
    createUsers: 'never',
    ...fields,
  })
}

/** A client secret as it is stored. */
export function sealedSecret(alias: string, secret: string): Uint8Array<ArrayBuffer> {
  return testCipher.seal(secret, clientSecretPlace(alias))
}
