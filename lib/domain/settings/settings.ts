import type { AdminTx } from '#lib/context.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { themes } from '../branding/themes.ts'
import { isPasswordPolicy, passwordPolicies } from '../passwords/password-rules.ts'
import { requireNoAngleBrackets } from '../values/descriptions.ts'
import { maxAppNameLength } from '../values/forms.ts'
import { invalidField, requireCharactersAtMost, requireOneLine } from '../values/validation.ts'
import { requireIssuer } from './issuer.ts'
import { maxLifetimeSeconds } from './lifetimes.ts'

/**
 * Returns the settings read from the store; seeding creates them.
 * @throws Error when the row was removed
 */
export function requireSettings(found: SettingsRecord | null): SettingsRecord {
  if (!found) throw new Error('The settings row is missing.')
  return found
}

export type GeneralSettings = Pick<
  SettingsRecord,
  | 'appName'
  | 'issuer'
  | 'passwordPolicy'
  | 'selfRegistrationEnabled'
  | 'selfRegistrationRequiresEmailVerification'
  | 'dynamicClientRegistrationEnabled'
  | 'pkceRequired'
  | 'implicitFlowEnabled'
  | 'resourceOwnerPasswordCredentialsEnabled'
>

export type SessionSettings = Pick<
  SettingsRecord,
  'userSessionIdleTimeoutInSeconds' | 'userSessionMaxLifetimeInSeconds'
>

export type TokenSettings = Pick<
  SettingsRecord,
  | 'tokenExpirationInSeconds'
  | 'refreshTokenOfflineIdleTimeoutInSeconds'
  | 'refreshTokenOfflineMaxLifetimeInSeconds'
  | 'includeOpenIDConnectClaimsInAccessToken'
  | 'includeOpenIDConnectClaimsInIdToken'
>

export type AuditLogSettings = Pick<
  SettingsRecord,
  'auditLogsInConsoleEnabled' | 'auditLogsInDatabaseEnabled' | 'auditLogRetentionDays'
>

const maxRetentionDays = 3650

/**
 * Checks the general settings (docs/specification.md "Global settings bodies"). An unchanged issuer is not checked,
 * because the first start uses the public address, of any length.
 * @param storedIssuer the current issuer
 * @returns the values to store
 * @throws Refusal VALIDATION_ERROR, validator.settings_app_name.angle_brackets,
 *   validator.settings_issuer.angle_brackets
 */
export function checkGeneralSettings(sent: GeneralSettings, storedIssuer: string): GeneralSettings {
  const appName = sent.appName.trim()
  const issuer = sent.issuer.trim()
  requireCharactersAtMost(appName, maxAppNameLength, 'appName')
  requireOneLine(appName, 'appName')
  requireNoAngleBrackets(appName, 'validator.settings_app_name.angle_brackets')
  if (issuer !== storedIssuer) requireIssuer(issuer)
  if (!isPasswordPolicy(sent.passwordPolicy)) {
    throw invalidField('passwordPolicy', `must be one of ${passwordPolicies.join(', ')}`)
  }
  return { ...sent, appName, issuer }
}

/**
 * Checks the lifetimes of sessions, in seconds (docs/specification.md "Global settings bodies").
 * @throws Refusal VALIDATION_ERROR
 */
export function checkSessionSettings(sent: SessionSettings): SessionSettings {
  const idle = 'userSessionIdleTimeoutInSeconds'
  const lifetime = 'userSessionMaxLifetimeInSeconds'
  for (const field of [idle, lifetime] as const) requirePositive(field, sent[field])
  for (const field of [idle, lifetime] as const) {
    requireAtMost(field, sent[field], maxLifetimeSeconds)
  }
  if (sent[idle] > sent[lifetime]) throw invalidField(idle, `may not be more than '${lifetime}'`)
  return sent
}

/**
 * Checks the lifetimes of tokens, in seconds (docs/specification.md "Global settings bodies").
 * @throws Refusal VALIDATION_ERROR
 */
export function checkTokenSettings(sent: TokenSettings): TokenSettings {
  const idle = 'refreshTokenOfflineIdleTimeoutInSeconds'
  const lifetime = 'refreshTokenOfflineMaxLifetimeInSeconds'
  for (const field of ['tokenExpirationInSeconds', idle, lifetime] as const) {
    requirePositive(field, sent[field])
    requireAtMost(field, sent[field], maxLifetimeSeconds)
  }
  if (sent[idle] > sent[lifetime]) throw invalidField(idle, `may not be more than '${lifetime}'`)
  return sent
}

/**
 * Checks how long audit entries are kept (docs/specification.md "Limits").
 * @throws Refusal VALIDATION_ERROR
 */
export function checkAuditLogSettings(sent: AuditLogSettings): AuditLogSettings {
  const { auditLogRetentionDays: days } = sent
  if (days < 0 || days > maxRetentionDays) {
    throw invalidField('auditLogRetentionDays', `must be between 0 and ${maxRetentionDays}`)
  }
  return sent
}

/**
 * Checks the name of a theme. '' follows the visitor's system, light or dark.
 * @returns the name, trimmed
 * @throws Refusal VALIDATION_ERROR
 */
export function checkUiTheme(sent: string): string {
  const uiTheme = sent.trim()
  if (uiTheme !== '' && !themes.includes(uiTheme)) {
    throw invalidField('uiTheme', 'must be empty or one of the available themes')
  }
  return uiTheme
}

/** Writes `updated_general_settings`. */
export async function saveGeneralSettings(
  tx: AdminTx,
  values: GeneralSettings,
  loggedInUser: string,
): Promise<SettingsRecord> {
  audit(tx, 'updated_general_settings', { loggedInUser })
  return tx.store.settings.update(values)
}

/** Writes `updated_sessions_settings`. The new limits apply to existing sessions too. */
export async function saveSessionSettings(
  tx: AdminTx,
  values: SessionSettings,
  loggedInUser: string,
): Promise<SettingsRecord> {
  audit(tx, 'updated_sessions_settings', { loggedInUser })
  return tx.store.settings.update(values)
}

/** Writes `updated_tokens_settings`, with the old and the new values. */
export async function saveTokenSettings(
  tx: AdminTx,
  values: TokenSettings,
  loggedInUser: string,
): Promise<SettingsRecord> {
  const before = await tx.store.settings.lock()
  const names = Object.keys(values) as (keyof TokenSettings)[]
  const old = Object.fromEntries(names.map((name) => [name, before[name]]))
  audit(tx, 'updated_tokens_settings', { loggedInUser, old, new: { ...values } })
  return tx.store.settings.update(values)
}

/** Writes `updated_ui_theme_settings`, with the old and the new theme. */
export async function saveUiTheme(
  tx: AdminTx,
  uiTheme: string,
  loggedInUser: string,
): Promise<SettingsRecord> {
  const { uiTheme: oldUITheme } = await tx.store.settings.lock()
  audit(tx, 'updated_ui_theme_settings', { loggedInUser, oldUITheme, newUITheme: uiTheme })
  return tx.store.settings.update({ uiTheme })
}

/**
 * Saves where audit entries are written. The entry of this change follows the former settings, so that switching the
 * log off is itself recorded.
 */
export async function saveAuditLogSettings(
  tx: AdminTx,
  values: AuditLogSettings,
  loggedInUser: string,
): Promise<SettingsRecord> {
  const settings = await tx.store.settings.lock()
  audit({ ...tx, settings }, 'updated_audit_logs_settings', { loggedInUser, ...values })
  return tx.store.settings.update(values)
}

function requirePositive(field: string, value: number): void {
  if (value <= 0) throw invalidField(field, 'must be more than 0')
}

function requireAtMost(field: string, value: number, max: number): void {
  if (value > max) throw invalidField(field, `may be at most ${max}`)
}
