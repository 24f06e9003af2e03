import { isReadableOnTheWay, loopbackAddress, trustsEverybody } from '#lib/base/network/ip.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { Config } from '#lib/config/config.ts'
import type { Context } from '#lib/context.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { servesThePublic } from '../identity-providers/presets.ts'
import { isAddressProvenFirst } from '../users/registration.ts'

/** Valid settings that an administrator should review. */
export type Warning =
  | 'generated_password_used'
  | 'rate_limiter_off'
  | 'base_url_not_https'
  | 'trusted_proxies_missing'
  | 'issuer_differs'
  | 'password_policy_none'
  | 'self_registration_unverified'
  | 'mail_off'
  | 'mail_unencrypted'
  | 'implicit_flow_on'
  | 'password_grant_on'
  | 'pkce_optional'
  | 'dynamic_registration_open'
  | 'audit_log_not_stored'
  | 'key_old'
  | 'clients_await_approval'
  | 'logout_notifications_failed'
  | 'provider_refuses'
  | 'provider_open_to_all'
  | 'provider_secret_expires'
  | 'password_policy_low'

/** The columns of a signing key that its age depends on. */
interface AgingKey {
  readonly state: string
  readonly createdAt: Date
}

/** The columns of a provider that its warnings depend on. */
interface WarnedProvider {
  readonly preset: string
  readonly issuer: string
  readonly createUsers: string
  readonly secretExpiresAt: Date | null
  /** The last failure of the provider, in one word. */
  readonly lastFailure: string
}

/** Figures from the tables that may need an administrator. */
interface Found {
  readonly generatedPassword?: boolean
  readonly awaitingClients?: boolean
  readonly failedNotifications?: boolean
}

/** A client secret causes a warning this long before its last day. */
const secretWarningSeconds = 30 * daySeconds

/** A current key older than this should be rotated. */
const maxKeyAgeSeconds = 365 * daySeconds

/**
 * Lists the settings to review, gravest first: passwords that can be guessed or intercepted, unverified users, legacy
 * protocol switches, neglected maintenance.
 */
export function findWarnings(
  { config, settings, now }: Pick<Context, 'config' | 'settings' | 'now'>,
  keys: readonly AgingKey[],
  providers: readonly WarnedProvider[] = [],
  found: Found = {},
): Warning[] {
  const oldest = addSeconds(now, -maxKeyAgeSeconds)
  const isOld = keys.some((key) => key.state === 'current' && key.createdAt < oldest)
  const states: Readonly<Record<Warning, boolean>> = {
    generated_password_used: found.generatedPassword === true,
    ...ofEnvironment(config),
    issuer_differs: settings.issuer !== config.baseUrl,
    password_policy_none: settings.passwordPolicy === 'none',
    ...ofRegistration(settings),
    mail_off: !settings.smtpEnabled,
    mail_unencrypted: isMailReadable(settings),
    implicit_flow_on: settings.implicitFlowEnabled,
    password_grant_on: settings.resourceOwnerPasswordCredentialsEnabled,
    pkce_optional: !settings.pkceRequired,
    dynamic_registration_open: settings.dynamicClientRegistrationEnabled,
    audit_log_not_stored: !settings.auditLogsInDatabaseEnabled,
    key_old: isOld,
    clients_await_approval: found.awaitingClients === true,
    logout_notifications_failed: found.failedNotifications === true,
    ...ofProviders(providers, settings, now),
    password_policy_low: settings.passwordPolicy === 'low',
  }
  return (Object.keys(states) as Warning[]).filter((warning) => states[warning])
}

function ofEnvironment(config: Config) {
  return {
    rate_limiter_off: !config.rateLimiterEnabled,
    base_url_not_https: isReadableOnTheWay(config.baseUrl),
    trusted_proxies_missing: trustsEverybody(config),
  }
}

/** Warnings about the providers that users can use now. */
function ofProviders(
  providers: readonly WarnedProvider[],
  { selfRegistrationEnabled }: SettingsRecord,
  now: Date,
) {
  const soon = addSeconds(now, secretWarningSeconds)
  return {
    provider_refuses: providers.some(({ lastFailure }) => lastFailure === 'misconfigured'),
    provider_open_to_all: !selfRegistrationEnabled && providers.some(isOpenToAll),
    provider_secret_expires: providers.some(
      ({ secretExpiresAt }) => secretExpiresAt !== null && secretExpiresAt <= soon,
    ),
  }
}

/** Any account at the provider gets an account here. */
function isOpenToAll({ preset, issuer, createUsers }: WarnedProvider): boolean {
  return createUsers === 'any' && servesThePublic(preset, issuer)
}

/** Without mail no address is verified, whatever the setting says. */
function ofRegistration(settings: SettingsRecord) {
  const isUnverified = settings.selfRegistrationEnabled && !isAddressProvenFirst({ settings })
  return { self_registration_unverified: isUnverified }
}

function isMailReadable({ smtpEnabled, smtpEncryption, smtpHost }: SettingsRecord): boolean {
  return smtpEnabled && smtpEncryption === 'none' && loopbackAddress(smtpHost) === null
}
