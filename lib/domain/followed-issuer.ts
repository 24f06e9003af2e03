import type { Config } from '#lib/config.ts'
import { loopbackAddress } from '#lib/kernel/ip.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'

/**
 * Lets the issuer follow the public address while nobody has chosen one: it is as a start wrote it, and an address of
 * this machine itself, where nobody elsewhere has relied on it. Any other stays, since applications know it.
 * @returns the issuer it was; null when it stays
 */
export async function followAddress(
  store: Store,
  { baseUrl }: Pick<Config, 'baseUrl'>,
): Promise<string | null> {
  const found = await store.settings.find()
  if (!found || !follows(found, baseUrl)) return null
  return store.transaction(async (tx) => {
    // Another process that starts may have been first, or an administrator.
    const settings = await tx.settings.lock()
    if (!follows(settings, baseUrl)) return null
    await tx.settings.update({ issuer: baseUrl, issuerOfStart: baseUrl })
    return settings.issuer
  })
}

function follows({ issuer, issuerOfStart }: SettingsRecord, baseUrl: string): boolean {
  if (issuer !== issuerOfStart || issuer === baseUrl) return false
  return loopbackAddress(URL.parse(issuer)?.hostname ?? '') !== null
}
