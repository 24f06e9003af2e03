import { openOrNull } from '#lib/base/crypto/cipher.ts'
import { clientSecret } from '#lib/base/crypto/random.ts'
import { variables } from '#lib/config/environment.ts'
import type { AdminTx } from '#lib/context.ts'
import { requireNoDocument } from '#lib/domain/clients/client-documents.ts'
import { saveClientFlows } from '#lib/domain/clients/client-flows.ts'
import { saveIntrospection } from '#lib/domain/clients/client-introspection.ts'
import { checkClientKeys, keysOf, saveClientKeys } from '#lib/domain/clients/client-keys.ts'
import { saveRedirectUris, saveWebOrigins } from '#lib/domain/clients/client-lists.ts'
import { saveLogoutUri } from '#lib/domain/clients/client-logout.ts'
import { saveClientPermissions } from '#lib/domain/clients/client-permissions.ts'
import { checkAllowedScopes, saveRestrictions } from '#lib/domain/clients/client-restrictions.ts'
import { makeClientConfidential, makeClientPublic } from '#lib/domain/clients/client-secret.ts'
import { checkClientTokens } from '#lib/domain/clients/client-tokens.ts'
import {
  changeClient,
  checkClientSettings,
  checkNewClient,
  createClient,
  findClient,
  lockClient,
} from '#lib/domain/clients/clients.ts'
import { checkRedirectUris } from '#lib/domain/clients/redirect-uris.ts'
import { checkWebOrigins } from '#lib/domain/clients/web-origins.ts'
import { saveAllowance } from '#lib/domain/permissions/administrative-scopes.ts'
import { actorOf, operator } from '#lib/domain/permissions/caller.ts'
import { invalidValue } from '#lib/domain/values/validation.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import { permissionIdsOf } from '../scopes.ts'
import { type Attempt, attemptList } from './attempts.ts'
import type { ClientState, SentClient } from './document.ts'
import { clientState, isSame, withSent } from './states.ts'

const loggedInUser = actorOf(operator)

/** A client with a newly generated secret, which the operator has not seen yet. */
export interface GeneratedSecret {
  readonly clientIdentifier: string
  readonly clientSecret: string
}

/** Finds and locks the client with this identifier; null when there is none. */
export async function findNamedClient(
  tx: AdminTx,
  { clientIdentifier }: Pick<SentClient, 'clientIdentifier'>,
): Promise<ClientWithLists | null> {
  const found = await tx.store.clients.findRecord(clientIdentifier)
  return found && lockClient(tx, found.id)
}

/**
 * Makes a client match the file, through the rules of the Admin API, one settings page after another. One rule is
 * skipped: that the flow is enabled which an ACR level, redirect URIs or permissions depend on. The API checks this
 * on save, but allows disabling the flow afterwards, so a valid installation may contain such a state.
 * @param print receives the secret of a client that became confidential without one in the file
 * @returns notes on changes that the states do not show: a new secret
 * @throws Refusal as the Admin API does; VALIDATION_ERROR for the console's own client
 */
export async function applyClient(
  tx: AdminTx,
  sent: SentClient,
  print: (generated: GeneratedSecret) => void,
  attempt: Attempt,
): Promise<readonly string[]> {
  const found = await findNamedClient(tx, sent)
  if (found?.isSystemLevelClient) {
    throw invalidValue(
      'The client of the administration console is built in and cannot be imported.',
    )
  }
  if (found) requireNoDocument(found)
  const lists = await checkLists(tx, sent, attempt, found)
  const client = found ?? (await create(tx, sent))
  const wanted = forKind(withSent(await clientState(tx, client), sent), sent)
  const authenticate = () => applyAuthentication(tx, { client, isNew: !found }, sent, print)
  const notes = (await attempt(authenticate)) ?? []
  const now = await findClient(tx, client.id)
  await applyFlows(tx, now, wanted)
  await attempt(() => applySettings(tx, now, wanted))
  await attempt(() => applyTokens(tx, now, wanted))
  const { administrativeScopesAllowed } = wanted
  if (administrativeScopesAllowed !== client.administrativeScopesAllowed) {
    await saveAllowance(tx, client.id, administrativeScopesAllowed, loggedInUser)
  }
  await applyLists(tx, client, lists)
  await applyRestrictions(tx, client, sent)
  await applyIntrospection(tx, client.id, sent)
  await applyKeys(tx, client.id, sent)
  const { backchannelLogoutUri } = sent
  if (backchannelLogoutUri !== undefined) {
    await saveLogoutUri(tx, client.id, backchannelLogoutUri, loggedInUser)
  }
  return notes
}

/**
 * Validates the lists named in the file; a refused list becomes null.
 * @param client owner of the lists; null for a new one
 */
async function checkLists(
  tx: AdminTx,
  sent: SentClient,
  attempt: Attempt,
  client: ClientWithLists | null,
) {
  const { redirectURIs: uris, webOrigins: origins, permissions: scopes } = sent
  return {
    redirectUris:
      uris &&
      (await attemptList(attempt, 'redirectURIs', uris, (some) =>
        checkRedirectUris(some, client ?? undefined),
      )),
    webOrigins: origins && (await attemptList(attempt, 'webOrigins', origins, checkWebOrigins)),
    permissionIds:
      scopes &&
      (await attemptList(attempt, 'permissions', scopes, (some) => permissionIdsOf(tx, some))),
  }
}

async function create(tx: AdminTx, sent: SentClient): Promise<ClientWithLists> {
  const fields = await checkNewClient(tx, {
    clientIdentifier: sent.clientIdentifier,
    description: sent.description ?? '',
    displayName: sent.displayName ?? '',
    authorizationCodeEnabled: sent.authorizationCodeEnabled ?? false,
    clientCredentialsEnabled: sent.clientCredentialsEnabled ?? false,
  })
  return createClient(tx, fields, loggedInUser)
}

/** A public client never has client credentials and always requires PKCE: a file that says otherwise is refused. */
function forKind(wanted: ClientState, sent: SentClient): ClientState {
  if (!wanted.isPublic) return wanted
  if (sent.clientCredentialsEnabled) {
    throw invalidValue('A public client cannot use client credentials.')
  }
  if (sent.pkceRequired === false) throw invalidValue('A public client always needs PKCE.')
  if (sent.clientSecret) throw invalidValue('A public client has no secret.')
  return { ...wanted, clientCredentialsEnabled: false, pkceRequired: true }
}

async function applyAuthentication(
  tx: AdminTx,
  { client, isNew }: { readonly client: ClientWithLists; readonly isNew: boolean },
  sent: SentClient,
  print: (generated: GeneratedSecret) => void,
): Promise<readonly string[]> {
  const { id, clientIdentifier, clientSecretEncrypted } = client
  if (sent.isPublic ?? client.isPublic) {
    if (!client.isPublic) await makeClientPublic(tx, id, loggedInUser)
    return []
  }
  if (sent.tokenEndpointAuthMethod === 'private_key_jwt') {
    if (sent.clientSecret) throw invalidValue('A client with keys has no secret.')
    return []
  }
  const place = `clients.client_secret_encrypted/${id}` as const
  // A secret that no key opens any more is replaced by that of the file.
  const stored =
    client.isPublic || !clientSecretEncrypted
      ? null
      : openOrNull(tx.cipher, clientSecretEncrypted, place)
  if (sent.clientSecret && sent.clientSecret !== stored) {
    requireSecret(sent.clientSecret)
    await makeClientConfidential(tx, id, sent.clientSecret, loggedInUser)
    return ['clientSecret: set']
  }
  if (!client.isPublic && !isNew) return []
  const generated = stored ?? clientSecret()
  if (client.isPublic) await makeClientConfidential(tx, id, generated, loggedInUser)
  print({ clientIdentifier, clientSecret: generated })
  return ['clientSecret: generated']
}

/** Accepts any secret that an installation may contain: the weakest rule is that of the bootstrap client. */
function requireSecret(secret: string): void {
  if (variables.shape.BOOTSTRAP_CLIENT_SECRET.safeParse(secret).success) return
  throw invalidValue(
    "The field 'clientSecret' must have 8 to 255 printable ASCII characters, without spaces and percent signs.",
  )
}

async function applyFlows(
  tx: AdminTx,
  stored: ClientWithLists,
  wanted: ClientState,
): Promise<void> {
  const flows = {
    authorizationCodeEnabled: wanted.authorizationCodeEnabled,
    clientCredentialsEnabled: wanted.clientCredentialsEnabled,
    pkceRequired: wanted.pkceRequired,
    implicitGrantEnabled: wanted.implicitGrantEnabled,
    resourceOwnerPasswordCredentialsEnabled: wanted.resourceOwnerPasswordCredentialsEnabled,
  }
  if (isSame(withSent(stored, flows), stored)) return
  await saveClientFlows(tx, stored.id, flows, loggedInUser)
}

async function applySettings(
  tx: AdminTx,
  stored: ClientWithLists,
  wanted: ClientState,
): Promise<void> {
  const withFlow = { ...stored, authorizationCodeEnabled: true }
  const settings = await checkClientSettings(tx, withFlow, {
    clientIdentifier: stored.clientIdentifier,
    description: wanted.description,
    displayName: wanted.displayName,
    websiteUrl: wanted.websiteUrl,
    enabled: wanted.enabled,
    consentRequired: wanted.consentRequired,
    showLogo: wanted.showLogo,
    showDisplayName: wanted.showDisplayName,
    showDescription: wanted.showDescription,
    showWebsiteUrl: wanted.showWebsiteUrl,
    defaultAcrLevel: wanted.defaultAcrLevel,
    kind: wanted.kind,
    framework: wanted.framework,
  })
  if (isSame(withSent(stored, settings), stored)) return
  const entry = { event: 'updated_client_settings', loggedInUser } as const
  await changeClient(tx, stored.id, settings, entry)
}

async function applyTokens(
  tx: AdminTx,
  stored: ClientWithLists,
  wanted: ClientState,
): Promise<void> {
  const tokens = checkClientTokens({
    tokenExpirationInSeconds: wanted.tokenExpirationInSeconds,
    refreshTokenOfflineIdleTimeoutInSeconds: wanted.refreshTokenOfflineIdleTimeoutInSeconds,
    refreshTokenOfflineMaxLifetimeInSeconds: wanted.refreshTokenOfflineMaxLifetimeInSeconds,
    includeOpenIDConnectClaimsInAccessToken: wanted.includeOpenIDConnectClaimsInAccessToken,
    includeOpenIDConnectClaimsInIdToken: wanted.includeOpenIDConnectClaimsInIdToken,
  })
  if (isSame(withSent(stored, tokens), stored)) return
  await changeClient(tx, stored.id, tokens, { event: 'updated_client_tokens', loggedInUser })
}

async function applyRestrictions(
  tx: AdminTx,
  client: ClientWithLists,
  { allowedScopes: sent, pushedRequestsRequired, dpopRequired, deviceGrantEnabled }: SentClient,
): Promise<void> {
  const allowedScopes = await checkAllowedScopes(tx, client, sent)
  const save = { allowedScopes, pushedRequestsRequired, dpopRequired, deviceGrantEnabled }
  await saveRestrictions(tx, client.id, save, loggedInUser)
}

async function applyIntrospection(
  tx: AdminTx,
  clientId: number,
  { introspectionResources: sent }: SentClient,
): Promise<void> {
  if (!sent) return
  const wanted: number[] = []
  for (const identifier of new Set(sent)) {
    const found = await tx.store.resources.findByIdentifier(identifier)
    if (!found) throw invalidValue(`There is no resource '${identifier}'.`)
    wanted.push(found.id)
  }
  const client = await findClient(tx, clientId)
  if (client.isPublic && wanted.length > 0) {
    throw invalidValue('A public client may not introspect tokens.')
  }
  await saveIntrospection(tx, { client, wanted }, loggedInUser)
}

async function applyKeys(tx: AdminTx, clientId: number, sent: SentClient): Promise<void> {
  const { tokenEndpointAuthMethod, jwks, jwksUri } = sent
  if (tokenEndpointAuthMethod === undefined && jwks === undefined && jwksUri === undefined) return
  const client = await findClient(tx, clientId)
  const keys = checkClientKeys(
    client,
    withSent(keysOf(client), { tokenEndpointAuthMethod, jwks, jwksUri }),
  )
  await saveClientKeys(tx, clientId, { keys }, loggedInUser)
}

async function applyLists(
  tx: AdminTx,
  client: ClientWithLists,
  { redirectUris, webOrigins, permissionIds: wanted }: Awaited<ReturnType<typeof checkLists>>,
): Promise<void> {
  const { id } = client
  const isOther = (wanted: readonly unknown[], stored: readonly unknown[]) =>
    !isSame(new Set(wanted), new Set(stored))
  const uris = client.redirectUris.map(({ uri }) => uri)
  if (redirectUris && isOther(redirectUris, uris)) {
    await saveRedirectUris(tx, id, { wanted: redirectUris }, loggedInUser)
  }
  const origins = client.webOrigins.map(({ origin }) => origin)
  if (webOrigins && isOther(webOrigins, origins)) {
    await saveWebOrigins(tx, id, { wanted: webOrigins }, loggedInUser)
  }
  if (!wanted) return
  const held = await tx.store.permissionGrants.idsOf({ kind: 'client', id })
  if (isOther(wanted, held)) {
    await saveClientPermissions(tx, { client, wanted, expected: null, caller: operator })
  }
}
