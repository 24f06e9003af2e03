import { z } from 'zod'

/** General settings. */
export const generalSettings = z
  .object({
    appName: z.string(),
    issuer: z.string().describe('The `iss` of every token.'),
    passwordPolicy: z.enum(['none', 'low', 'medium', 'high']),
    selfRegistrationEnabled: z.boolean(),
    selfRegistrationRequiresEmailVerification: z.boolean(),
    dynamicClientRegistrationEnabled: z.boolean(),
    pkceRequired: z.boolean().describe('For clients that do not say otherwise.'),
    implicitFlowEnabled: z.boolean().describe('For clients that do not say otherwise.'),
    resourceOwnerPasswordCredentialsEnabled: z
      .boolean()
      .describe('For clients that do not say otherwise.'),
  })
  .meta({ id: 'GeneralSettings' })

/** Mail settings; the password is never part of them. */
export const emailSettings = z
  .object({
    smtpEnabled: z.boolean(),
    smtpHost: z.string(),
    smtpPort: z.int(),
    smtpUsername: z.string(),
    hasSmtpPassword: z.boolean().describe('Whether a password is stored; it is never shown.'),
    smtpEncryption: z.enum(['none', 'ssltls', 'starttls']),
    smtpFromName: z.string(),
    smtpFromEmail: z.string(),
  })
  .meta({ id: 'EmailSettings' })

/** How long sign-on sessions live. */
export const sessionSettings = z
  .object({
    userSessionIdleTimeoutInSeconds: z.int(),
    userSessionMaxLifetimeInSeconds: z.int(),
  })
  .meta({ id: 'SessionSettings' })

/** The theme of all pages. */
export const uiThemeSettings = z
  .object({
    uiTheme: z.string().describe('Empty: light or dark, as the visitor’s system asks.'),
    availableThemes: z.array(z.string()),
  })
  .meta({ id: 'UiThemeSettings' })

/** Lifetimes and contents of tokens, for clients that do not say otherwise. */
export const tokenSettings = z
  .object({
    tokenExpirationInSeconds: z.int(),
    refreshTokenOfflineIdleTimeoutInSeconds: z.int(),
    refreshTokenOfflineMaxLifetimeInSeconds: z.int(),
    includeOpenIDConnectClaimsInAccessToken: z.boolean(),
    includeOpenIDConnectClaimsInIdToken: z.boolean(),
  })
  .meta({ id: 'TokenSettings' })

/** Where audit entries go and how long they stay. */
export const auditLogSettings = z
  .object({
    auditLogsInConsoleEnabled: z.boolean(),
    auditLogsInDatabaseEnabled: z.boolean(),
    auditLogRetentionDays: z.int().describe('0 keeps entries forever.'),
  })
  .meta({ id: 'AuditLogSettings' })
