import type { z } from 'zod'
import type {
  auditLogSettings,
  emailSettings,
  generalSettings,
  sessionSettings,
  tokenSettings,
  uiThemeSettings,
} from '#lib/api/contract/models/settings.ts'
import { themes } from '#lib/domain/branding/themes.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'

type GeneralSettings = z.input<typeof generalSettings>
type EmailSettings = z.input<typeof emailSettings>

export function generalSettingsToWire(settings: SettingsRecord): GeneralSettings {
  return {
    appName: settings.appName,
    issuer: settings.issuer,
    passwordPolicy: settings.passwordPolicy as GeneralSettings['passwordPolicy'],
    selfRegistrationEnabled: settings.selfRegistrationEnabled,
    selfRegistrationRequiresEmailVerification: settings.selfRegistrationRequiresEmailVerification,
    dynamicClientRegistrationEnabled: settings.dynamicClientRegistrationEnabled,
    pkceRequired: settings.pkceRequired,
    implicitFlowEnabled: settings.implicitFlowEnabled,
    resourceOwnerPasswordCredentialsEnabled: settings.resourceOwnerPasswordCredentialsEnabled,
  }
}

/** The mail settings on the wire: instead of the password, whether there is one. */
export function emailSettingsToWire(settings: SettingsRecord): EmailSettings {
  return {
    smtpEnabled: settings.smtpEnabled,
    smtpHost: settings.smtpHost,
    smtpPort: settings.smtpPort,
    smtpUsername: settings.smtpUsername,
    hasSmtpPassword: settings.smtpPasswordEncrypted !== null,
    smtpEncryption: settings.smtpEncryption as EmailSettings['smtpEncryption'],
    smtpFromName: settings.smtpFromName,
    smtpFromEmail: settings.smtpFromEmail,
  }
}

export function sessionSettingsToWire(settings: SettingsRecord): z.input<typeof sessionSettings> {
  return {
    userSessionIdleTimeoutInSeconds: settings.userSessionIdleTimeoutInSeconds,
    userSessionMaxLifetimeInSeconds: settings.userSessionMaxLifetimeInSeconds,
  }
}

export function uiThemeSettingsToWire(settings: SettingsRecord): z.input<typeof uiThemeSettings> {
  return { uiTheme: settings.uiTheme, availableThemes: [...themes] }
}

export function tokenSettingsToWire(settings: SettingsRecord): z.input<typeof tokenSettings> {
  return {
    tokenExpirationInSeconds: settings.tokenExpirationInSeconds,
    refreshTokenOfflineIdleTimeoutInSeconds: settings.refreshTokenOfflineIdleTimeoutInSeconds,
    refreshTokenOfflineMaxLifetimeInSeconds: settings.refreshTokenOfflineMaxLifetimeInSeconds,
    includeOpenIDConnectClaimsInAccessToken: settings.includeOpenIDConnectClaimsInAccessToken,
    includeOpenIDConnectClaimsInIdToken: settings.includeOpenIDConnectClaimsInIdToken,
  }
}

export function auditLogSettingsToWire(settings: SettingsRecord): z.input<typeof auditLogSettings> {
  return {
    auditLogsInConsoleEnabled: settings.auditLogsInConsoleEnabled,
    auditLogsInDatabaseEnabled: settings.auditLogsInDatabaseEnabled,
    auditLogRetentionDays: settings.auditLogRetentionDays,
  }
}
