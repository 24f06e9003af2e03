import { splitWords } from '#lib/base/text/text.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'
import type { Runtime } from '#lib/runtime.ts'

type ReachingStore = Pick<Store, 'clients' | 'identityProviders'>

/**
 * Hosts that the server sends requests to by itself, as its switches are now: for sign-outs, for the keys of clients, for
 * metadata documents, for sign-ins with other servers and for breached passwords. Each once; the last entry may stand
 * for hosts that are not known beforehand.
 */
export async function reachedHosts(
  { store, config }: { readonly store: ReachingStore } & Pick<Runtime, 'config'>,
  settings: SettingsRecord,
): Promise<readonly string[]> {
  const { clients, identityProviders } = store
  const { backchannelLogoutEnabled, privateKeyJwtEnabled } = settings
  const features = signInFeatures({ settings, config })
  const hosts = [
    ...(backchannelLogoutEnabled ? await clients.hostsOf('backchannelLogoutUri') : []),
    ...(privateKeyJwtEnabled ? await clients.hostsOf('jwksUri') : []),
    ...(features.identityProviders ? await hostsOfProviders(identityProviders) : []),
    ...(features.breachSource?.kind === 'service' ? hostOf(features.breachSource.address) : []),
    ...hostsOfDocuments(settings),
  ]
  return [...new Set(hosts)]
}

/** A provider's other addresses are in its metadata, and most are at the same host. */
async function hostsOfProviders(providers: Store['identityProviders']): Promise<string[]> {
  const enabled = (await providers.list()).filter((provider) => provider.enabled)
  return enabled.flatMap(({ issuer }) => hostOf(issuer))
}

function hostOf(address: string): string[] {
  const host = URL.parse(address)?.host
  return host ? [host] : []
}

function hostsOfDocuments(settings: SettingsRecord): readonly string[] {
  if (!settings.clientIdMetadataDocumentsEnabled) return []
  const trusted = splitWords(settings.clientIdMetadataDocumentHosts)
  const isOpen = settings.clientIdMetadataDocumentOtherHosts !== 'refuse'
  return isOpen ? [...trusted, 'the hosts of metadata documents'] : trusted
}
