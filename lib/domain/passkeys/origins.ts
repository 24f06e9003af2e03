import type { Config } from '#lib/config/config.ts'

/** The origins whose pages use passkeys: the public address, and that of the console where it differs. */
export function passkeyOrigins({
  baseUrl,
  adminConsoleUrl,
}: Pick<Config, 'baseUrl' | 'adminConsoleUrl'>): string[] {
  return [...new Set([new URL(baseUrl).origin, new URL(adminConsoleUrl).origin])]
}
