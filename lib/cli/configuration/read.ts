import type { SealedPlace } from '#lib/base/crypto/sealed-columns.ts'
import type { Context } from '#lib/context.ts'
import { clientSecretPlace } from '#lib/domain/identity-providers/identity-providers.ts'
import { requireSettings } from '#lib/domain/settings/settings.ts'
import { Failure } from '../command.ts'
import {
  type BrandingState,
  type ClientState,
  documentFormat,
  type ProtocolState,
} from './document.ts'
import {
  brandingState,
  clientState,
  given,
  groupState,
  identityProviderState,
  isSame,
  protocolState,
  resourceState,
  settingsState,
} from './states.ts'

/** Maximum number of reads. */
const maxReadings = 6

/**
 * Reads a consistent configuration: it is read until two consecutive reads are equal, so that a concurrent change
 * is included completely or not at all. A transaction would block all writers on SQLite.
 * @param withSecrets as for `readConfiguration`
 * @throws Failure when it differs every time
 */
export async function readSettledConfiguration(
  ctx: Context,
  withSecrets: boolean,
): Promise<object> {
  let before = await readConfiguration(ctx, withSecrets)
  for (let readings = 2; readings <= maxReadings; readings++) {
    const now = await readConfiguration(ctx, withSecrets)
    if (isSame(before, now)) return now
    before = now
  }
  throw new Failure('The configuration keeps changing. Try again later.')
}

/**
 * Reads the stored configuration: settings, resources with permissions, clients, groups and identity providers, each
 * list in a fixed order. The console's client and self-registered clients are excluded: they belong to the
 * installation, not to its configuration. What has its default and is newer than the first release is left out, so that
 * an older release can import the file. The reads are separate, not one snapshot.
 * @param withSecrets includes client secrets and the mail password, unencrypted
 */
export async function readConfiguration(ctx: Context, withSecrets: boolean): Promise<object> {
  const secret: SecretReader = (name, sealed, place) =>
    withSecrets && sealed ? { [name]: ctx.cipher.open(sealed, place) } : {}
  const identityProviders = await readIdentityProviders(ctx, secret)
  return {
    format: documentFormat,
    version: 1,
    settings: await readSettings(ctx, secret),
    resources: sorted(await readResources(ctx), 'resourceIdentifier'),
    clients: sorted(await readClients(ctx, secret), 'clientIdentifier'),
    groups: sorted(await readGroups(ctx), 'groupIdentifier'),
    // In the order of the sign-in page.
    ...(identityProviders.length > 0 && { identityProviders }),
  }
}

/** The field of a secret, or nothing when there is none or the file has no secrets. */
type SecretReader = (name: string, sealed: Uint8Array | null, place: SealedPlace) => object

async function readSettings(ctx: Context, secret: SecretReader): Promise<object> {
  const row = requireSettings(await ctx.store.settings.find())
  const { email, signIn: methods, ...others } = settingsState(row)
  const place = `settings.smtp_password_encrypted/${row.id}` as const
  const signIn = signInAdditions(methods)
  const protocol = protocolAdditions(protocolState(row))
  const branding = withoutDefaults(await brandingState(ctx, row))
  return {
    ...others,
    email: { ...email, ...secret('smtpPassword', row.smtpPasswordEncrypted, place) },
    ...(Object.keys(protocol).length > 0 && { protocol }),
    ...(Object.keys(branding).length > 0 && { branding }),
    ...(Object.keys(signIn).length > 0 && { signIn }),
  }
}

function signInAdditions(methods: ReturnType<typeof settingsState>['signIn']): object {
  const { breachedPasswordCheck, signInPage, ...switches } = methods
  return {
    ...given(switches),
    ...(breachedPasswordCheck !== 'off' && { breachedPasswordCheck }),
    ...(signInPage !== 'combined' && { signInPage }),
  }
}

function protocolAdditions(state: ProtocolState): object {
  const { selfRegisteredClientScopes, clientIdMetadataDocumentOtherHosts, ...switches } = state
  return {
    ...given(switches),
    ...(selfRegisteredClientScopes && { selfRegisteredClientScopes }),
    ...(clientIdMetadataDocumentOtherHosts !== 'refuse' && { clientIdMetadataDocumentOtherHosts }),
  }
}

async function readResources(ctx: Context): Promise<object[]> {
  const resources: object[] = []
  for (const row of await ctx.store.resources.list()) {
    const { indicators, ...state } = await resourceState(ctx, row)
    resources.push({ ...state, ...given({ indicators }) })
  }
  return resources
}

async function readClients(ctx: Context, secret: SecretReader): Promise<object[]> {
  const clients: object[] = []
  for (const row of await ctx.store.clients.all()) {
    if (row.isSystemLevelClient || row.createdViaDcr) continue
    const sealed = row.isPublic ? null : row.clientSecretEncrypted
    clients.push({
      ...withoutClientDefaults(await clientState(ctx, row)),
      ...secret('clientSecret', sealed, `clients.client_secret_encrypted/${row.id}`),
    })
  }
  return clients
}

function withoutClientDefaults(client: ClientState): object {
  const { allowedScopes, introspectionResources, backchannelLogoutUri, ...rest } = client
  const { pushedRequestsRequired, dpopRequired, deviceGrantEnabled, ...others } = rest
  const { kind, framework, tokenEndpointAuthMethod, jwks, jwksUri, ...state } = others
  return {
    ...state,
    // An empty list allows nothing: only a missing one is the default.
    ...(allowedScopes && { allowedScopes }),
    ...(tokenEndpointAuthMethod !== 'client_secret' && { tokenEndpointAuthMethod }),
    ...given({
      introspectionResources,
      backchannelLogoutUri,
      jwks,
      jwksUri,
      pushedRequestsRequired,
      dpopRequired,
      deviceGrantEnabled,
    }),
    ...(kind && { kind }),
    ...(framework && { framework }),
  }
}

async function readGroups(ctx: Context): Promise<object[]> {
  const groups: object[] = []
  for (const row of await ctx.store.groups.list()) groups.push(await groupState(ctx, row))
  return groups
}

async function readIdentityProviders(ctx: Context, secret: SecretReader): Promise<object[]> {
  const providers: object[] = []
  for (const row of await ctx.store.identityProviders.list()) {
    const place = clientSecretPlace(row.alias)
    const shown = secret('clientSecret', row.clientSecretEncrypted, place)
    providers.push({ ...(await identityProviderState(ctx, row)), ...shown })
  }
  return providers
}

/** A file without branding can be imported by programs that do not know it. */
function withoutDefaults(branding: BrandingState): Partial<BrandingState> {
  const fields = Object.entries(branding).filter(([, value]) => value !== '' && value !== 'theme')
  return Object.fromEntries(fields)
}

/** Sorted here, because the databases differ in text order. */
function sorted(records: readonly object[], key: string): object[] {
  const identifier = (record: object) => Buffer.from(String(Reflect.get(record, key)))
  return records.toSorted((a, b) => Buffer.compare(identifier(a), identifier(b)))
}
