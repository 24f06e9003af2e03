import type { IdentityProviderRecord, SettingsRecord } from '#lib/persistence/store.ts'
import { aClient, type TestClient } from '#tests/support/people.ts'
import { aProvider, sealedSecret } from '#tests/support/providers.ts'
import { withStore } from '#tests/support/remote.ts'
import { openSecondProvider, type SecondProvider } from '#tests/support/second-provider.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

/** A server of its own, with a provider whose button says `Second ID`. */
export interface SecondProviderScene {
  readonly server: StartedServer
  readonly second: SecondProvider
  readonly provider: IdentityProviderRecord
  /** Its redirect URI is the application's `/callback`. */
  readonly client: TestClient
  close(): Promise<void>
}

const alias = 'second'

/**
 * Starts a server and a real second provider. They are a server of their own because a provider shows on every sign-in
 * page, and settings are of the whole installation.
 */
export async function secondProviderScene(
  application: { readonly origin: string },
  settings: Partial<SettingsRecord> = {},
): Promise<SecondProviderScene> {
  const server = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  const redirectUri = `${server.baseUrl}/auth/provider/${alias}/callback`
  const second = await openSecondProvider({ redirectUri })
  const stored = await withStore(server.databaseUrl, async (store) => {
    await store.settings.update({ identityProvidersEnabled: true, ...settings })
    const provider = await aProvider(store, {
      alias,
      displayName: 'Second ID',
      issuer: second.issuer,
      clientId: second.clientId,
      clientSecretEncrypted: sealedSecret(alias, second.clientSecret),
      createUsers: 'any',
    })
    const client = await aClient(store, {
      pkceRequired: false,
      redirectUris: [`${application.origin}/callback`],
      defaultAcrLevel: 'urn:authserver:level1',
    })
    return { provider, client }
  })
  return {
    server,
    second,
    ...stored,
    async close() {
      await second.close()
      await server.remove()
    },
  }
}
