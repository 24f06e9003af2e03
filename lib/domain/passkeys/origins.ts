import type { Config } from '#lib/config/config.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { relyingPartyId } from '../sign-in/sign-in-features.ts'

/** The origins whose pages use passkeys: the public address, and that of the console where it differs. */
export function passkeyOrigins({
  baseUrl,
  adminConsoleUrl,
}: Pick<Config, 'baseUrl' | 'adminConsoleUrl'>): string[] {
  return [...new Set([new URL(baseUrl).origin, new URL(adminConsoleUrl).origin])]
}

/**
 * Origins of this server outside of the domain of passkeys: browsers let them use its passkeys only if that domain names
 * them (WebAuthn Level 3 section 5.11). None where the domain is the host of this server, which names them itself.
 */
export function originsOutside({
  settings,
  config,
}: {
  readonly settings: Pick<SettingsRecord, 'passkeyRelyingPartyId'>
  readonly config: Pick<Config, 'baseUrl' | 'adminConsoleUrl'>
}): string[] {
  const domain = relyingPartyId({ settings, config })
  if (domain === new URL(config.baseUrl).hostname) return []
  return passkeyOrigins(config).filter((origin) => {
    const { hostname } = new URL(origin)
    return hostname !== domain && !hostname.endsWith(`.${domain}`)
  })
}
