import { z } from 'zod'

export const generalSettings = z
  .object({
    appName: z
      .string()
      .describe(
        'Name of the server on its pages, in its messages and in authenticator apps; at first `APP_NAME`.',
      ),
    issuer: z
      .string()
      .describe('The `iss` of every token; at first the public address of the server.'),
    passwordPolicy: z
      .enum(['none', 'low', 'medium', 'high'])
      .describe(
        'What new passwords must have: `none` 1 character, `low` 8, `medium` 10 with upper and lower case and a ' +
          'digit, `high` 12 with a symbol too; all but `none` refuse common ones. At first `low`.',
      ),
    selfRegistrationEnabled: z
      .boolean()
      .describe('Whether people may create an account themselves; at first false.'),
    selfRegistrationRequiresEmailVerification: z
      .boolean()
      .describe(
        'Whether self-registered accounts are made only once a mailed link was followed; without effect while ' +
          '`smtpEnabled` is false. At first false.',
      ),
    dynamicClientRegistrationEnabled: z
      .boolean()
      .describe(
        'Whether clients may register themselves at `/connect/register` (RFC 7591); at first false.',
      ),
    pkceRequired: z
      .boolean()
      .describe(
        'Whether the authorization code flow needs PKCE, for clients that do not say otherwise; public ones ' +
          'always need it. At first true.',
      ),
    implicitFlowEnabled: z
      .boolean()
      .describe(
        'Whether clients that do not say otherwise may use the implicit flow (deprecated); at first false.',
      ),
    resourceOwnerPasswordCredentialsEnabled: z
      .boolean()
      .describe(
        'Whether clients that do not say otherwise may use the `password` grant (deprecated); at first false.',
      ),
  })
  .meta({ id: 'GeneralSettings' })

/** Mail settings, never with the password. */
export const emailSettings = z
  .object({
    smtpEnabled: z
      .boolean()
      .describe('Whether messages are sent: verification codes, links, notices. At first false.'),
    smtpHost: z.string().describe('Name or address of the mail server.'),
    smtpPort: z.int().describe('TCP port of the mail server; 0 while `smtpEnabled` is false.'),
    smtpUsername: z
      .string()
      .describe('Name to sign in to the mail server with; empty sends without signing in.'),
    hasSmtpPassword: z.boolean().describe('Whether a password is stored; it is never shown.'),
    smtpEncryption: z
      .enum(['none', 'ssltls', 'starttls'])
      .describe(
        '`ssltls` encrypts from the start, `starttls` after connecting, `none` never: then nothing is sent ' +
          'under a `smtpUsername`, except to a server on this machine.',
      ),
    smtpFromName: z.string().describe('Name of the sender; may be empty.'),
    smtpFromEmail: z.string().describe('Email address of the sender.'),
  })
  .meta({ id: 'EmailSettings' })

export const sessionSettings = z
  .object({
    userSessionIdleTimeoutInSeconds: z
      .int()
      .describe('Seconds after which a session that was not used ends; at first 7200 (2 hours).'),
    userSessionMaxLifetimeInSeconds: z
      .int()
      .describe(
        'Seconds after which a session ends, however much it is used; at first 86400 (a day).',
      ),
  })
  .meta({ id: 'SessionSettings' })

export const uiThemeSettings = z
  .object({
    uiTheme: z
      .string()
      .describe(
        'Colours of every page. Empty, as at first: light or dark, as the visitor’s system asks.',
      ),
    availableThemes: z
      .array(z.string())
      .describe('Every name that `uiTheme` takes; the empty one is not among them.'),
  })
  .meta({ id: 'UiThemeSettings' })

/** Token lifetimes and contents, for clients without settings of their own. */
export const tokenSettings = z
  .object({
    tokenExpirationInSeconds: z
      .int()
      .describe('Lifetime of access and ID tokens, in seconds; at first 300 (5 minutes).'),
    refreshTokenOfflineIdleTimeoutInSeconds: z
      .int()
      .describe(
        'Seconds after which an offline refresh token that was not used expires; at first 2592000 (30 days).',
      ),
    refreshTokenOfflineMaxLifetimeInSeconds: z
      .int()
      .describe(
        'Seconds after which an offline grant ends, however often it was refreshed; fixed when it begins. ' +
          'At first 31536000 (365 days).',
      ),
    includeOpenIDConnectClaimsInAccessToken: z
      .boolean()
      .describe(
        'Whether access tokens with the scope `openid` carry the claims of `profile`, `email`, `address` and ' +
          '`phone`; at first false.',
      ),
    includeOpenIDConnectClaimsInIdToken: z
      .boolean()
      .describe(
        'Whether ID tokens carry the claims of `profile`, `email`, `address` and `phone`; those for ' +
          '`response_type=id_token` always do. At first true.',
      ),
  })
  .meta({ id: 'TokenSettings' })

export const auditLogSettings = z
  .object({
    auditLogsInConsoleEnabled: z
      .boolean()
      .describe('Whether events are written to the server’s log; at first true.'),
    auditLogsInDatabaseEnabled: z
      .boolean()
      .describe(
        'Whether events are kept in the database, where the audit log and the dashboard find them; at first true.',
      ),
    auditLogRetentionDays: z
      .int()
      .describe(
        'Days after which entries in the database are deleted; 0 keeps entries forever. At first 180.',
      ),
  })
  .meta({ id: 'AuditLogSettings' })
