import { memoizeLast } from '#lib/base/concurrency/singleton.ts'
import { isReadableOnTheWay } from '#lib/base/network/ip.ts'
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
  /** Clients that identify themselves by the address of a metadata document. */
  readonly clientIdMetadataDocuments: boolean
  /** Clients authenticate by a signed assertion (`private_key_jwt`, RFC 7523). */
  readonly privateKeyJwt: boolean
  /** Pushed authorization requests (RFC 9126). */
  readonly pushedAuthorizationRequests: boolean
  /** Tokens that are bound to a key of the client (DPoP, RFC 9449). */
  readonly dpop: boolean
  /** Device authorization grant (RFC 8628). */
  readonly deviceGrant: boolean
}

/** A feature that is switched on and has no effect, with the reason. */
export interface InactiveFeature {
  readonly feature:
    | 'authorizationResponseIss'
    | 'clientIdMetadataDocuments'
    | 'privateKeyJwt'
    | 'dpop'
  readonly reason: 'issuer_not_a_url' | 'no_trusted_host' | 'base_url_not_https'
}

/** Possible problems of clients with the issuer; '' for none. */
export type IssuerNote =
  | ''
  | 'issuer_spelling'
  | 'issuer_has_path'
  | 'issuer_elsewhere'
  | 'issuer_not_a_url'

interface Installation {
  readonly config: Pick<Config, 'baseUrl'>
  readonly settings: SettingsRecord
}

/** The additions that are switched on and in effect. The result is the same object while the settings are the same. */
export function protocolFeatures({ config, settings }: Installation): ProtocolFeatures {
  return memoizeLast('protocol-features', settings, () => {
    const inactive = inactiveFeatures({ config, settings }).map(({ feature }) => feature)
    const inEffect = (feature: InactiveFeature['feature'], isOn: boolean) =>
      isOn && !inactive.includes(feature)
    return {
      authorizationServerMetadata: settings.authorizationServerMetadataEnabled,
      authorizationResponseIss: inEffect(
        'authorizationResponseIss',
        settings.authorizationResponseIssEnabled,
      ),
      tokenRevocation: settings.tokenRevocationEnabled,
      tokenIntrospection: settings.tokenIntrospectionEnabled,
      resourceIndicators: settings.resourceIndicatorsEnabled,
      backchannelLogout: settings.backchannelLogoutEnabled,
      clientIdMetadataDocuments: inEffect(
        'clientIdMetadataDocuments',
        settings.clientIdMetadataDocumentsEnabled,
      ),
      privateKeyJwt: inEffect('privateKeyJwt', settings.privateKeyJwtEnabled),
      pushedAuthorizationRequests: settings.pushedAuthorizationRequestsEnabled,
      dpop: inEffect('dpop', settings.dpopEnabled),
      deviceGrant: settings.deviceGrantEnabled,
    }
  })
}

/** The features that are switched on without an effect. */
export function inactiveFeatures({ config, settings }: Installation): InactiveFeature[] {
  const found: InactiveFeature[] = []
  const isAddress = issuerUrl(settings.issuer) !== null
  if (settings.authorizationResponseIssEnabled && !isAddress) {
    found.push({ feature: 'authorizationResponseIss', reason: 'issuer_not_a_url' })
  }
  const feature = 'clientIdMetadataDocuments'
  if (settings.clientIdMetadataDocumentsEnabled) {
    if (isReadableOnTheWay(config.baseUrl)) found.push({ feature, reason: 'base_url_not_https' })
    else if (refusesEveryHost(settings)) found.push({ feature, reason: 'no_trusted_host' })
  }
  if (settings.privateKeyJwtEnabled && !isAddress) {
    found.push({ feature: 'privateKeyJwt', reason: 'issuer_not_a_url' })
  }
  if (settings.dpopEnabled && isReadableOnTheWay(config.baseUrl)) {
    found.push({ feature: 'dpop', reason: 'base_url_not_https' })
  }
  return found
}

function refusesEveryHost(settings: SettingsRecord): boolean {
  const { clientIdMetadataDocumentHosts: hosts } = settings
  return hosts === '' && settings.clientIdMetadataDocumentOtherHosts === 'refuse'
}

/**
 * Compares the issuer with the public address. They are equal where clients discover this server without problems,
 * because clients compare issuers byte for byte (RFC 8414 section 3.3, RFC 9207 section 2.4).
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
