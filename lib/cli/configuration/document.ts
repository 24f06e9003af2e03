import { z } from 'zod'

/** Says what a file is, before anything in it is believed. */
export const documentFormat = 'authserver-configuration'

/** NUL is refused: no stored text can hold it. */
const text = z.string().regex(/^[^\0]*$/, 'may not contain NUL')
const texts = z.array(text)
const flag = z.boolean()
/** Null follows the settings. */
const flagOrDefault = z.boolean('must be true, false or null').nullable()
const seconds = z.int()
const claims = z.enum(['on', 'off', 'default'])

const general = z.strictObject({
  appName: text,
  issuer: text,
  passwordPolicy: text,
  selfRegistrationEnabled: flag,
  selfRegistrationRequiresEmailVerification: flag,
  dynamicClientRegistrationEnabled: flag,
  pkceRequired: flag,
  implicitFlowEnabled: flag,
  resourceOwnerPasswordCredentialsEnabled: flag,
})

const sessions = z.strictObject({
  userSessionIdleTimeoutInSeconds: seconds,
  userSessionMaxLifetimeInSeconds: seconds,
})

const tokens = z.strictObject({
  tokenExpirationInSeconds: seconds,
  refreshTokenOfflineIdleTimeoutInSeconds: seconds,
  refreshTokenOfflineMaxLifetimeInSeconds: seconds,
  includeOpenIDConnectClaimsInAccessToken: flag,
  includeOpenIDConnectClaimsInIdToken: flag,
})

const email = z.strictObject({
  smtpEnabled: flag,
  smtpHost: text,
  smtpPort: z.int(),
  smtpUsername: text,
  smtpEncryption: text,
  smtpFromName: text,
  smtpFromEmail: text,
})

const auditLogs = z.strictObject({
  auditLogsInConsoleEnabled: flag,
  auditLogsInDatabaseEnabled: flag,
  auditLogRetentionDays: z.int(),
})

const settings = z.strictObject({
  general: general.partial().optional(),
  sessions: sessions.partial().optional(),
  tokens: tokens.partial().optional(),
  email: email.extend({ smtpPassword: text }).partial().optional(),
  auditLogs: auditLogs.partial().optional(),
  uiTheme: text.optional(),
})

const permission = z.strictObject({
  permissionIdentifier: text,
  description: text.default(''),
})

const resource = z.strictObject({
  resourceIdentifier: text,
  description: text,
  permissions: z.array(permission),
})

const client = z.strictObject({
  clientIdentifier: text,
  description: text,
  displayName: text,
  websiteUrl: text,
  enabled: flag,
  consentRequired: flag,
  showLogo: flag,
  showDisplayName: flag,
  showDescription: flag,
  showWebsiteUrl: flag,
  isPublic: flag,
  authorizationCodeEnabled: flag,
  clientCredentialsEnabled: flag,
  pkceRequired: flagOrDefault,
  implicitGrantEnabled: flagOrDefault,
  resourceOwnerPasswordCredentialsEnabled: flagOrDefault,
  administrativeScopesAllowed: flag,
  defaultAcrLevel: text,
  tokenExpirationInSeconds: seconds,
  refreshTokenOfflineIdleTimeoutInSeconds: seconds,
  refreshTokenOfflineMaxLifetimeInSeconds: seconds,
  includeOpenIDConnectClaimsInAccessToken: claims,
  includeOpenIDConnectClaimsInIdToken: claims,
  redirectURIs: texts,
  webOrigins: texts,
  permissions: texts,
})

const attribute = z.strictObject({
  key: text,
  value: text.default(''),
  includeInIdToken: flag.default(false),
  includeInAccessToken: flag.default(false),
})

const group = z.strictObject({
  groupIdentifier: text,
  description: text,
  includeInIdToken: flag,
  includeInAccessToken: flag,
  attributes: z.array(attribute),
  permissions: texts,
})

/**
 * A configuration file. What it does not name stays as it is: sections, records, fields. Lists are
 * whole: what is not in them goes.
 */
export const configurationDocument = z.strictObject({
  format: z.literal(documentFormat),
  version: z.literal(1),
  settings: settings.optional(),
  resources: z
    .array(resource.partial().required({ resourceIdentifier: true }))
    .superRefine(each('resourceIdentifier'))
    .optional(),
  clients: z
    .array(client.extend({ clientSecret: text }).partial().required({ clientIdentifier: true }))
    .superRefine(each('clientIdentifier'))
    .optional(),
  groups: z
    .array(group.partial().required({ groupIdentifier: true }))
    .superRefine(each('groupIdentifier'))
    .optional(),
})

/** A file's content after checking. */
export type ConfigurationDocument = z.output<typeof configurationDocument>
export type SentSettings = NonNullable<ConfigurationDocument['settings']>
export type SentResource = NonNullable<ConfigurationDocument['resources']>[number]
export type SentClient = NonNullable<ConfigurationDocument['clients']>[number]
export type SentGroup = NonNullable<ConfigurationDocument['groups']>[number]

/** Records as they are stored, in the words of the file; never with a secret. */
export type ResourceState = z.output<typeof resource>
export type ClientState = z.output<typeof client>
export type GroupState = z.output<typeof group>
export type AttributeState = z.output<typeof attribute>
export interface SettingsState {
  readonly general: z.output<typeof general>
  readonly sessions: z.output<typeof sessions>
  readonly tokens: z.output<typeof tokens>
  readonly email: z.output<typeof email>
  readonly auditLogs: z.output<typeof auditLogs>
  readonly uiTheme: string
}

/** Refuses a list that names a record twice: the later entry would silently win. */
function each<K extends string>(key: K) {
  return (entries: readonly Record<K, string>[], check: z.RefinementCtx): void => {
    const seen = new Set<string>()
    for (const [index, { [key]: identifier }] of entries.entries()) {
      if (seen.has(identifier)) {
        const message = 'names a record that is in the list already'
        check.addIssue({ code: 'custom', path: [index, key], message })
      }
      seen.add(identifier)
    }
  }
}
