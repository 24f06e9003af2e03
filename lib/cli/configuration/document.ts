import { z } from 'zod'
import { maxToldProblems } from '../command.ts'
import { valueIn, wordingOf } from './problems.ts'

/** Identifies a file as a configuration before its content is trusted. */
export const documentFormat = 'authserver-configuration'

/** NUL is refused: PostgreSQL cannot store it in text. */
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

const integrations = z.strictObject({
  refusalRecordsEnabled: flag,
  refusalRecordDays: z.int(),
})

const protocol = z.strictObject({
  authorizationServerMetadataEnabled: flag,
  authorizationResponseIssEnabled: flag,
  tokenRevocationEnabled: flag,
  tokenIntrospectionEnabled: flag,
  backchannelLogoutEnabled: flag,
  resourceIndicatorsEnabled: flag,
  clientIdMetadataDocumentsEnabled: flag,
  clientIdMetadataDocumentHosts: texts,
  clientIdMetadataDocumentOtherHosts: text,
  dynamicClientApprovalRequired: flag,
  /** Null: any. */
  selfRegisteredClientScopes: texts.nullable(),
  unusedSelfRegisteredClientDays: z.int(),
  selfRegisteredClientTokenExpirationInSeconds: z.int(),
  privateKeyJwtEnabled: flag,
  clientAssertionTokenEndpointAudienceAllowed: flag,
  pushedAuthorizationRequestsEnabled: flag,
  dpopEnabled: flag,
  dpopNonceRequired: flag,
  deviceGrantEnabled: flag,
})

const signIn = z.strictObject({
  passkeysEnabled: flag,
  passkeyOfferEnabled: flag,
  passkeyRelyingPartyId: text,
  recoveryCodesEnabled: flag,
  rememberBrowserDays: z.int(),
  newSignInNoticeEnabled: flag,
  identityProvidersEnabled: flag,
  /** Domains separated by one space. */
  registrationAllowedEmailDomains: text,
  registrationBlockedEmailDomains: text,
  registrationTrapFieldEnabled: flag,
  breachedPasswordCheck: text,
  breachedPasswordService: text,
  accountChooserEnabled: flag,
  signInPage: text,
})

const branding = z.strictObject({
  primaryColor: text,
  primaryColorDark: text,
  corners: text,
  supportUrl: text,
  privacyUrl: text,
  termsUrl: text,
  statusUrl: text,
  footerText: text,
  /** Images in base64; '' for none. */
  logoLight: z.base64(),
  logoDark: z.base64(),
  icon: z.base64(),
})

const settings = z.strictObject({
  general: general.partial().optional(),
  sessions: sessions.partial().optional(),
  tokens: tokens.partial().optional(),
  email: email.extend({ smtpPassword: text }).partial().optional(),
  auditLogs: auditLogs.partial().optional(),
  integrations: integrations.partial().optional(),
  protocol: protocol.partial().optional(),
  branding: branding.partial().optional(),
  signIn: signIn.partial().optional(),
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
  /** Addresses; the first is the audience of tokens. */
  indicators: texts,
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
  /** Null: any. */
  allowedScopes: texts.nullable(),
  introspectionResources: texts,
  kind: z.enum(['', 'web', 'spa', 'native', 'machine']),
  framework: text,
  backchannelLogoutUri: text,
  tokenEndpointAuthMethod: z.enum(['client_secret', 'private_key_jwt']),
  /** Null for none. */
  jwks: z.strictObject({ keys: z.array(z.record(text, z.unknown())) }).nullable(),
  jwksUri: text,
  pushedRequestsRequired: flag,
  dpopRequired: flag,
  deviceGrantEnabled: flag,
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

const identityProvider = z.strictObject({
  alias: text,
  preset: text,
  displayName: text,
  enabled: flag,
  issuer: text,
  clientId: text,
  secretExpiresAt: text,
  tokenEndpointAuthMethod: text,
  scopes: text,
  parameters: z.record(text, text),
  shownOnSignIn: flag,
  createUsers: text,
  linking: text,
  emailTrust: text,
  secondFactor: text,
  secondFactorValues: text,
  domains: texts,
  mapping: z
    .strictObject({
      profile: z.record(text, text),
      groupsClaim: text,
      /** Groups by their identifiers. */
      groups: z.record(text, text),
    })
    .partial(),
  syncProfile: text,
})

/**
 * A configuration file. Sections, records and fields that it does not name stay unchanged. Lists are complete:
 * missing entries are removed. A list with a duplicate name is refused, because the later entry would silently win.
 */
export const configurationDocument = z.strictObject({
  format: z.literal(documentFormat),
  version: z.literal(1),
  settings: settings.optional(),
  resources: list(
    resource.partial().required({ resourceIdentifier: true }),
    'resourceIdentifier',
  ).default([]),
  clients: list(
    client.extend({ clientSecret: text }).partial().required({ clientIdentifier: true }),
    'clientIdentifier',
  ).default([]),
  groups: list(group.partial().required({ groupIdentifier: true }), 'groupIdentifier').default([]),
  /** New ones stand on the sign-in page in this order, after the others. */
  identityProviders: list(
    identityProvider.extend({ clientSecret: text }).partial().required({ alias: true }),
    'alias',
  ).default([]),
})

/** The validated content of a file. */
export type ConfigurationDocument = z.output<typeof configurationDocument>
export type SentSettings = NonNullable<ConfigurationDocument['settings']>
export type SentProtocolSection = NonNullable<SentSettings['protocol']>
export type SentResource = ConfigurationDocument['resources'][number]
export type SentClient = ConfigurationDocument['clients'][number]
export type SentIdentityProvider = ConfigurationDocument['identityProviders'][number]
export type SentGroup = ConfigurationDocument['groups'][number]

/** Stored records in the file's format; never with a secret. */
export type ResourceState = z.output<typeof resource>
export type ClientState = z.output<typeof client>
export type IdentityProviderState = z.output<typeof identityProvider>
export type GroupState = z.output<typeof group>
export type AttributeState = z.output<typeof attribute>
export type ProtocolState = z.output<typeof protocol>
export type BrandingState = z.output<typeof branding>
export interface SettingsState {
  readonly general: z.output<typeof general>
  readonly sessions: z.output<typeof sessions>
  readonly tokens: z.output<typeof tokens>
  readonly email: z.output<typeof email>
  readonly auditLogs: z.output<typeof auditLogs>
  readonly integrations: z.output<typeof integrations>
  readonly branding: BrandingState
  readonly signIn: z.output<typeof signIn>
  readonly uiTheme: string
}

/**
 * A list that stops parsing once it has more wrong entries than are reported: zod cannot hold the issues of as
 * many entries as a file may contain.
 * @param name field that must be unique among the entries
 */
function list<T extends z.ZodType>(entry: T, name?: string) {
  return z.array(z.unknown()).transform((values, { issues }) => {
    const entries: z.output<T>[] = []
    const names = new Set<unknown>()
    let wrong = 0
    for (const [index, value] of values.entries()) {
      if (wrong > maxToldProblems) break
      const before = issues.length
      const { data, error } = entry.safeParse(value, { error: wordingOf })
      for (const issue of error?.issues ?? []) {
        issues.push({ ...issue, path: [index, ...issue.path], input: value } as z.core.$ZodRawIssue)
      }
      const named = name && valueIn(value, name)
      if (name && typeof named === 'string' && names.has(named)) {
        const message = 'repeats a record of the list'
        issues.push({ code: 'custom', path: [index, name], message, input: value })
      }
      names.add(named)
      entries.push(data as z.output<T>)
      if (issues.length > before) wrong += 1
    }
    return entries
  })
}
