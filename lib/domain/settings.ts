import type { Tx } from '#lib/context.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { audit } from './audit.ts'
import { requireNoAngleBrackets } from './descriptions.ts'
import { maxAppNameLength } from './forms.ts'
import { requireIssuer } from './issuer.ts'
import { maxLifetimeSeconds } from './lifetimes.ts'
import { isPasswordPolicy, passwordPolicies } from './password-rules.ts'
import { themes } from './themes.ts'
import { invalidField, requireCharactersAtMost, requireOneLine } from './validation.ts'

/**
 * The settings as read from the store; the set-up of the database makes them.
 * @throws Error when somebody removed them since
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
 * Checks the general settings (docs/specification.md "Global settings bodies"). An issuer that does not change is not
 * looked at: the first start takes the public address for it, however long that is.
 * @param storedIssuer as it is now
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
 * Checks how long sessions live, in seconds (docs/specification.md "Global settings bodies").
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
 * Checks lifetimes of tokens, in seconds (docs/specification.md "Global settings bodies").
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
 * Checks how long audit entries stay (docs/specification.md "Limits").
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
 * Checks a theme's name; '' is light or dark as the visitor's system asks.
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

/** Saves the general settings and writes `updated_general_settings`. */
export async function saveGeneralSettings(
  tx: Tx,
  values: GeneralSettings,
  loggedInUser: string,
): Promise<SettingsRecord> {
  audit(tx, 'updated_general_settings', { loggedInUser })
  return tx.store.settings.update(values)
}

/** Saves how long sessions live (sessions of now are judged by it too). */
export async function saveSessionSettings(
  tx: Tx,
  values: SessionSettings,
  loggedInUser: string,
): Promise<SettingsRecord> {
  audit(tx, 'updated_sessions_settings', { loggedInUser })
  return tx.store.settings.update(values)
}

/** Saves lifetimes and contents of tokens; the entry tells what they were and what they are. */
export async function saveTokenSettings(
  tx: Tx,
  values: TokenSettings,
  loggedInUser: string,
): Promise<SettingsRecord> {
  const before = await tx.store.settings.lock()
  const names = Object.keys(values) as (keyof TokenSettings)[]
  const old = Object.fromEntries(names.map((name) => [name, before[name]]))
  audit(tx, 'updated_tokens_settings', { loggedInUser, old, new: { ...values } })
  return tx.store.settings.update(values)
}

/** Saves the theme; the entry tells what it was and what it is. */
export async function saveUiTheme(
  tx: Tx,
  uiTheme: string,
  loggedInUser: string,
): Promise<SettingsRecord> {
  const { uiTheme: oldUITheme } = await tx.store.settings.lock()
  audit(tx, 'updated_ui_theme_settings', { loggedInUser, oldUITheme, newUITheme: uiTheme })
  return tx.store.settings.update({ uiTheme })
}

/**
 * Saves where audit entries go. The entry of this change goes where they went before, so that switching the log
 * off leaves its trace.
 */
export async function saveAuditLogSettings(
  tx: Tx,
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
