import { splitWords } from '#lib/base/text/text.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'

/**
 * Hosts of applications that the server sends requests to by itself, as its switches are now: for sign-outs, for the keys
 * of clients and for metadata documents. Each once; the last entry may stand for hosts that are not known beforehand.
 */
export async function reachedHosts(
  { clients }: Pick<Store, 'clients'>,
  settings: SettingsRecord,
): Promise<readonly string[]> {
  const { backchannelLogoutEnabled, privateKeyJwtEnabled } = settings
  const hosts = [
    ...(backchannelLogoutEnabled ? await clients.hostsOf('backchannelLogoutUri') : []),
    ...(privateKeyJwtEnabled ? await clients.hostsOf('jwksUri') : []),
    ...hostsOfDocuments(settings),
  ]
  return [...new Set(hosts)]
}

function hostsOfDocuments(settings: SettingsRecord): readonly string[] {
  if (!settings.clientIdMetadataDocumentsEnabled) return []
  const trusted = splitWords(settings.clientIdMetadataDocumentHosts)
  const isOpen = settings.clientIdMetadataDocumentOtherHosts !== 'refuse'
  return isOpen ? [...trusted, 'the hosts of metadata documents'] : trusted
}
