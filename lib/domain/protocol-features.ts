import { memoizeLast } from '#lib/base/concurrency/singleton.ts'
import type { Config } from '#lib/config/config.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'

/** Additions to the protocol that an administrator switches on. */
export interface ProtocolFeatures {
  /** Authorization server metadata (RFC 8414). */
  readonly authorizationServerMetadata: boolean
  /** `iss` in authorization responses (RFC 9207). */
  readonly authorizationResponseIss: boolean
  /** Token revocation (RFC 7009). */
  readonly tokenRevocation: boolean
  /** Token introspection (RFC 7662). */
  readonly tokenIntrospection: boolean
  /** Resource indicators (RFC 8707). */
  readonly resourceIndicators: boolean
  /** OpenID Connect Back-Channel Logout 1.0. */
  readonly backchannelLogout: boolean
}

/** A feature that is switched on and has no effect, with the reason. */
export interface InactiveFeature {
  readonly feature: 'authorizationResponseIss'
  readonly reason: 'issuer_not_a_url'
}

/** What clients may stumble over in the issuer; '' for nothing. */
export type IssuerNote =
  | ''
  | 'issuer_spelling'
  | 'issuer_has_path'
  | 'issuer_elsewhere'
  | 'issuer_not_a_url'

/** The additions that are switched on and in effect. The result is the same object while the settings are the same. */
export function protocolFeatures({
  settings,
}: {
  readonly settings: SettingsRecord
}): ProtocolFeatures {
  return memoizeLast('protocol-features', settings, () => ({
    authorizationServerMetadata: settings.authorizationServerMetadataEnabled,
    authorizationResponseIss:
      settings.authorizationResponseIssEnabled && issuerUrl(settings.issuer) !== null,
    tokenRevocation: settings.tokenRevocationEnabled,
    tokenIntrospection: settings.tokenIntrospectionEnabled,
    resourceIndicators: settings.resourceIndicatorsEnabled,
    backchannelLogout: settings.backchannelLogoutEnabled,
  }))
}

export function inactiveFeatures(settings: SettingsRecord): InactiveFeature[] {
  if (!settings.authorizationResponseIssEnabled || issuerUrl(settings.issuer)) return []
  return [{ feature: 'authorizationResponseIss', reason: 'issuer_not_a_url' }]
}

/**
 * Compares the issuer with the public address, which it equals where clients discover this server without surprises.
 * Clients compare issuers byte for byte (RFC 8414 section 3.3, RFC 9207 section 2.4).
 */
export function issuerNote(
  { baseUrl }: Pick<Config, 'baseUrl'>,
  { issuer }: Pick<SettingsRecord, 'issuer'>,
): IssuerNote {
  if (issuer === baseUrl) return ''
  const url = issuerUrl(issuer)
  if (!url) return 'issuer_not_a_url'
  if (url.origin !== new URL(baseUrl).origin) return 'issuer_elsewhere'
  return /^\/*$/.test(url.pathname) ? 'issuer_spelling' : 'issuer_has_path'
}

/** The issuer as an address; null for a plain word, another scheme, or with a query or fragment (RFC 8414 section 2). */
export function issuerUrl(issuer: string): URL | null {
  if (!/^https?:\/\//i.test(issuer) || /[?#]/.test(issuer)) return null
  return URL.parse(issuer)
}
