import { loopbackAddress } from '#lib/base/network/ip.ts'
import type { Config } from '#lib/config/config.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'

/**
 * Lets the issuer follow the public address until an administrator chooses one. The issuer must be unchanged since
 * startup wrote it, and be a loopback address, which no other machine can rely on. Any other issuer stays, because
 * applications know it.
 * @returns the former issuer; null when it stays
 */
export async function followAddress(
  store: Store,
  { baseUrl }: Pick<Config, 'baseUrl'>,
): Promise<string | null> {
  const found = await store.settings.find()
  if (!found || !follows(found, baseUrl)) return null
  return store.adminTransaction(async (tx) => {
    // Another starting process or an administrator may have changed it already.
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
