import { z } from 'zod'

/** Says what a file is, before anything in it is believed. */
export const documentFormat = 'authserver-configuration'

/** More than any list of a record has. */
const mostEntries = 10_000

/** NUL is refused: no stored text can hold it. */
const text = z.string().regex(/^[^\0]*$/, 'may not contain NUL')
const texts = list(text)
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
  permissions: list(permission),
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
  attributes: list(attribute),
  permissions: texts,
})

/**
 * A configuration file. What it does not name stays as it is: sections, records, fields. Lists are
 * whole: what is not in them goes. Records are checked each by itself, with the schemas below: the library
 * cannot hold the problems of as many as a file may have.
 */
export const configurationDocument = z.strictObject({
  format: z.literal(documentFormat),
  version: z.literal(1),
  settings: settings.optional(),
  resources: z.array(z.unknown()).optional(),
  clients: z.array(z.unknown()).optional(),
  groups: z.array(z.unknown()).optional(),
})

/** A record of each list. */
export const records = {
  resources: resource.partial().required({ resourceIdentifier: true }),
  clients: client.extend({ clientSecret: text }).partial().required({ clientIdentifier: true }),
  groups: group.partial().required({ groupIdentifier: true }),
}

export type SentSettings = z.output<typeof settings>
export type SentResource = z.output<typeof records.resources>
export type SentClient = z.output<typeof records.clients>
export type SentGroup = z.output<typeof records.groups>

/** A file's content after checking. */
export interface ConfigurationDocument {
  readonly settings: SentSettings | undefined
  readonly resources: readonly SentResource[]
  readonly clients: readonly SentClient[]
  readonly groups: readonly SentGroup[]
}

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

/** A list inside a record, whose entries are looked at only when there are not too many. */
function list<T extends z.ZodType>(entry: T) {
  return z
    .array(z.unknown())
    .max(mostEntries, `may have at most ${mostEntries} entries`)
    .pipe(z.array(entry))
}
