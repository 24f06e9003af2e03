import type { SealedPlace } from '#lib/base/crypto/sealed-columns.ts'
import type { Context } from '#lib/context.ts'
import { clientSecretPlace } from '#lib/domain/identity-providers/identity-providers.ts'
import { requireSettings } from '#lib/domain/settings/settings.ts'
import { Failure } from '../command.ts'
import { type BrandingState, documentFormat } from './document.ts'
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
 * Reads the stored configuration: settings, resources with permissions, clients and groups, each list ordered by
 * identifier. The console's client and self-registered clients are excluded: they belong to the installation, not
 * to its configuration. The reads are separate, not one snapshot.
 * @param withSecrets includes client secrets and the mail password, unencrypted
 */
export async function readConfiguration(ctx: Context, withSecrets: boolean): Promise<object> {
  const { store, cipher } = ctx
  const secret = (name: string, sealed: Uint8Array | null, place: SealedPlace) =>
    withSecrets && sealed ? { [name]: cipher.open(sealed, place) } : {}
  const settings = requireSettings(await store.settings.find())
  const { email, signIn: methods, ...others } = settingsState(settings)
  const { breachedPasswordCheck, signInPage, ...switched } = methods
  const breached = breachedPasswordCheck === 'off' ? {} : { breachedPasswordCheck }
  const page = signInPage === 'combined' ? {} : { signInPage }
  const signIn = { ...given(switched), ...breached, ...page }
  const branding = withoutDefaults(await brandingState(ctx, settings))
  const smtpPassword = secret(
    'smtpPassword',
    settings.smtpPasswordEncrypted,
    `settings.smtp_password_encrypted/${settings.id}`,
  )
  const {
    selfRegisteredClientScopes,
    clientIdMetadataDocumentOtherHosts: otherHosts,
    ...switches
  } = protocolState(settings)
  const ceiling = selfRegisteredClientScopes ? { selfRegisteredClientScopes } : {}
  const rule = otherHosts === 'refuse' ? {} : { clientIdMetadataDocumentOtherHosts: otherHosts }
  const protocol = { ...given(switches), ...ceiling, ...rule }
  const resources: object[] = []
  for (const row of await store.resources.list()) {
    const { indicators, ...state } = await resourceState(ctx, row)
    resources.push({ ...state, ...given({ indicators }) })
  }
  const clients: object[] = []
  for (const row of await store.clients.all()) {
    if (row.isSystemLevelClient || row.createdViaDcr) continue
    const sealed = row.isPublic ? null : row.clientSecretEncrypted
    const shown = secret('clientSecret', sealed, `clients.client_secret_encrypted/${row.id}`)
    const { allowedScopes, introspectionResources, backchannelLogoutUri, ...rest } =
      await clientState(ctx, row)
    const { pushedRequestsRequired, dpopRequired, deviceGrantEnabled, ...others } = rest
    const { kind, framework, tokenEndpointAuthMethod: method, jwks, jwksUri, ...state } = others
    const keys = method === 'client_secret' ? {} : { tokenEndpointAuthMethod: method }
    // An empty list allows nothing: only a missing one is the default.
    const allowed = allowedScopes ? { allowedScopes } : {}
    const guide = { ...(kind && { kind }), ...(framework && { framework }) }
    const additions = {
      ...keys,
      ...given({
        introspectionResources,
        backchannelLogoutUri,
        jwks,
        jwksUri,
        pushedRequestsRequired,
        dpopRequired,
        deviceGrantEnabled,
      }),
    }
    clients.push({ ...state, ...allowed, ...additions, ...guide, ...shown })
  }
  const groups: object[] = []
  for (const row of await store.groups.list()) groups.push(await groupState(ctx, row))
  const identityProviders: object[] = []
  for (const row of await store.identityProviders.list()) {
    const place = clientSecretPlace(row.alias)
    const shown = secret('clientSecret', row.clientSecretEncrypted, place)
    identityProviders.push({ ...(await identityProviderState(ctx, row)), ...shown })
  }
  return {
    format: documentFormat,
    version: 1,
    settings: {
      ...others,
      email: { ...email, ...smtpPassword },
      ...(Object.keys(protocol).length > 0 ? { protocol } : {}),
      ...(Object.keys(branding).length > 0 && { branding }),
      ...(Object.keys(signIn).length > 0 && { signIn }),
    },
    resources: sorted(resources, 'resourceIdentifier'),
    clients: sorted(clients, 'clientIdentifier'),
    groups: sorted(groups, 'groupIdentifier'),
    // In the order of the sign-in page.
    ...(identityProviders.length > 0 && { identityProviders }),
  }
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
