import { isDeepStrictEqual } from 'node:util'
import { splitWords } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { brandingFields } from '#lib/domain/branding/branding.ts'
import { type BrandingImageName, etagOf } from '#lib/domain/branding/branding-images.ts'
import { keysOf } from '#lib/domain/clients/client-keys.ts'
import { domainsOf } from '#lib/domain/identity-providers/identity-providers.ts'
import { profileClaimsOf } from '#lib/domain/identity-providers/mapping.ts'
import { claimsSettingOf } from '#lib/domain/permissions/claims-setting.ts'
import { scopeOf } from '#lib/domain/permissions/permissions.ts'
import { readScopeList } from '#lib/domain/permissions/scope-lists.ts'
import { protocolSwitches } from '#lib/domain/settings/protocol-settings.ts'
import { signInSettingsFields } from '#lib/domain/sign-in/sign-in-settings.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import type {
  GroupRecord,
  IdentityProviderRecord,
  PermissionHolder,
  ResourceRecord,
  SettingsRecord,
} from '#lib/persistence/store.ts'
import type {
  AttributeState,
  BrandingState,
  ClientState,
  GroupState,
  IdentityProviderState,
  ProtocolState,
  ResourceState,
  SettingsState,
} from './document.ts'

/** The settings in the file's format, without the mail password and the images. */
export function settingsState(row: SettingsRecord): Omit<SettingsState, 'branding'> {
  return {
    general: pick(row, [
      'appName',
      'issuer',
      'passwordPolicy',
      'selfRegistrationEnabled',
      'selfRegistrationRequiresEmailVerification',
      'dynamicClientRegistrationEnabled',
      'pkceRequired',
      'implicitFlowEnabled',
      'resourceOwnerPasswordCredentialsEnabled',
    ]),
    sessions: pick(row, ['userSessionIdleTimeoutInSeconds', 'userSessionMaxLifetimeInSeconds']),
    tokens: pick(row, [
      'tokenExpirationInSeconds',
      'refreshTokenOfflineIdleTimeoutInSeconds',
      'refreshTokenOfflineMaxLifetimeInSeconds',
      'includeOpenIDConnectClaimsInAccessToken',
      'includeOpenIDConnectClaimsInIdToken',
    ]),
    email: pick(row, [
      'smtpEnabled',
      'smtpHost',
      'smtpPort',
      'smtpUsername',
      'smtpEncryption',
      'smtpFromName',
      'smtpFromEmail',
    ]),
    auditLogs: pick(row, [
      'auditLogsInConsoleEnabled',
      'auditLogsInDatabaseEnabled',
      'auditLogRetentionDays',
    ]),
    integrations: pick(row, ['refusalRecordsEnabled', 'refusalRecordDays']),
    signIn: pick(row, signInSettingsFields),
    uiTheme: row.uiTheme,
  }
}

/** The additions to the protocol, of a part of the file that is applied after the resources. */
export function protocolState(row: SettingsRecord): ProtocolState {
  const scopes = readScopeList(row.selfRegisteredClientScopes)
  return {
    ...pick(row, [
      ...protocolSwitches,
      'clientIdMetadataDocumentOtherHosts',
      'unusedSelfRegisteredClientDays',
      'selfRegisteredClientTokenExpirationInSeconds',
    ]),
    clientIdMetadataDocumentHosts: splitWords(row.clientIdMetadataDocumentHosts),
    selfRegisteredClientScopes: scopes && [...scopes],
  }
}

/**
 * Fields that differ from their default: a file without the others is also understood by releases that do not know
 * them.
 */
export function given<T extends object>(state: T): Partial<T> {
  const isDefault = (value: unknown) =>
    [false, null, '', 0].includes(value as never) || isSame(value, [])
  const entries = Object.entries(state).filter(([, value]) => !isDefault(value))
  return Object.fromEntries(entries) as Partial<T>
}

/** The company's look, with its images in base64. */
export async function brandingState(
  { store }: Context,
  row: SettingsRecord,
): Promise<BrandingState> {
  const inBase64 = async (name: BrandingImageName) => {
    const stored = etagOf(row, name) && (await store.images.brandingImage(name))
    return stored ? Buffer.from(stored.image).toString('base64') : ''
  }
  return {
    ...pick(row, brandingFields),
    logoLight: await inBase64('logo-light'),
    logoDark: await inBase64('logo-dark'),
    icon: await inBase64('icon'),
  }
}

/** An identity provider with its domains. */
export async function identityProviderState(
  ctx: Context,
  row: IdentityProviderRecord,
): Promise<IdentityProviderState> {
  return {
    ...pick(row, [
      'alias',
      'preset',
      'displayName',
      'enabled',
      'issuer',
      'clientId',
      'tokenEndpointAuthMethod',
      'scopes',
      'shownOnSignIn',
      'createUsers',
      'linking',
      'emailTrust',
      'secondFactor',
      'secondFactorValues',
      'syncProfile',
    ]),
    secretExpiresAt: row.secretExpiresAt?.toISOString().slice(0, 10) ?? '',
    parameters: JSON.parse(row.parameters) as Record<string, string>,
    domains: await domainsOf(ctx, row.id),
    mapping: {
      profile: { ...profileClaimsOf(row) } as Record<string, string>,
      groupsClaim: row.groupsClaim,
      groups: await groupsByIdentifier(ctx, row.id),
    },
  }
}

async function groupsByIdentifier({ store }: Context, id: number): Promise<Record<string, string>> {
  const groups = (await store.providerGroups.listGroups()).filter((one) => one.providerId === id)
  return Object.fromEntries(groups.map(({ value, groupIdentifier }) => [value, groupIdentifier]))
}

/** A resource with its permissions, ordered by identifier. */
export async function resourceState(
  { store }: Context,
  { id, resourceIdentifier, description }: ResourceRecord,
): Promise<ResourceState> {
  const rows = await store.resources.permissionsOf(id)
  const permissions = rows.map((row) => pick(row, ['permissionIdentifier', 'description']))
  return {
    resourceIdentifier,
    description,
    permissions: permissions.toSorted((a, b) =>
      inOrder(a.permissionIdentifier, b.permissionIdentifier),
    ),
    indicators: await store.resourceIndicators.listOf(id),
  }
}

/** A client with its lists, each in alphabetical order. */
export async function clientState(ctx: Context, row: ClientWithLists): Promise<ClientState> {
  const allowedScopes = readScopeList(row.allowedScopes)
  const introspected = await ctx.store.clients.introspectedResources(row.id)
  const { tokenEndpointAuthMethod, jwks, jwksUri } = keysOf(row)
  return {
    ...pick(row, [
      'clientIdentifier',
      'description',
      'displayName',
      'websiteUrl',
      'enabled',
      'consentRequired',
      'showLogo',
      'showDisplayName',
      'showDescription',
      'showWebsiteUrl',
      'isPublic',
      'authorizationCodeEnabled',
      'clientCredentialsEnabled',
      'pkceRequired',
      'implicitGrantEnabled',
      'resourceOwnerPasswordCredentialsEnabled',
      'administrativeScopesAllowed',
      'defaultAcrLevel',
      'tokenExpirationInSeconds',
      'refreshTokenOfflineIdleTimeoutInSeconds',
      'refreshTokenOfflineMaxLifetimeInSeconds',
      'framework',
      'backchannelLogoutUri',
      'pushedRequestsRequired',
      'dpopRequired',
      'deviceGrantEnabled',
    ]),
    kind: row.kind as ClientState['kind'],
    includeOpenIDConnectClaimsInAccessToken: claimsSettingOf(
      row.includeOpenIDConnectClaimsInAccessToken,
    ),
    includeOpenIDConnectClaimsInIdToken: claimsSettingOf(row.includeOpenIDConnectClaimsInIdToken),
    redirectURIs: row.redirectUris.map(({ uri }) => uri).toSorted(inOrder),
    webOrigins: row.webOrigins.map(({ origin }) => origin).toSorted(inOrder),
    permissions: await scopesOf(ctx, { kind: 'client', id: row.id }),
    allowedScopes: allowedScopes && [...allowedScopes],
    introspectionResources: introspected.toSorted(inOrder),
    tokenEndpointAuthMethod,
    jwks: jwks && { keys: [...jwks.keys] },
    jwksUri,
  }
}

/** A group with its attributes and permissions, without its members. */
export async function groupState(ctx: Context, row: GroupRecord): Promise<GroupState> {
  const attributes = await ctx.store.groupAttributes.listOfGroup(row.id)
  return {
    ...pick(row, ['groupIdentifier', 'description', 'includeInIdToken', 'includeInAccessToken']),
    attributes: attributes
      .map((one) => pick(one, ['key', 'value', 'includeInIdToken', 'includeInAccessToken']))
      .toSorted((a, b) => inOrder(attributeText(a), attributeText(b))),
    permissions: await scopesOf(ctx, { kind: 'group', id: row.id }),
  }
}

/** A text that identifies an attribute by all its fields, because several attributes may share a key. */
export function attributeText(attribute: AttributeState): string {
  const { key, value, includeInIdToken, includeInAccessToken } = attribute
  return JSON.stringify([key, value, includeInIdToken, includeInAccessToken])
}

/** Byte order, independent of the machine's locale. */
function inOrder(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

/** The fields of a record that a file names; absent fields stay unchanged. */
export type Sent<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** The record with the values of the file. */
export function withSent<T extends object>(state: T, sent: Sent<T>): T {
  const entries = Object.entries(sent).filter(
    ([name, value]) => name in state && value !== undefined,
  )
  return { ...state, ...Object.fromEntries(entries) }
}

export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other)
}

/**
 * The entries missing from another list, counting duplicates.
 * @param textOf maps an entry to its comparable text
 */
export function without<U, T extends U>(
  entries: readonly T[],
  others: readonly U[],
  textOf: (entry: U) => string,
): T[] {
  const matches = Map.groupBy(others, (other) => textOf(other))
  return entries.filter((entry) => matches.get(textOf(entry))?.pop() === undefined)
}

/** Fields of `state` that differ from those of `before`. */
export function changesOf<T extends object>(before: T, state: T): ReadonlySet<keyof T> {
  const names = Object.keys(state) as (keyof T)[]
  return new Set(names.filter((name) => !isSame(before[name], state[name])))
}

async function scopesOf({ store }: Context, holder: PermissionHolder): Promise<string[]> {
  const held = await store.permissionGrants.list(holder)
  return held.map(scopeOf).toSorted(inOrder)
}

/** The named fields in this order, which keeps files stable. */
function pick<T extends object, const K extends keyof T>(
  row: T,
  names: readonly K[],
): { [P in K]: T[P] } {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as { [P in K]: T[P] }
}
