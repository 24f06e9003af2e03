import type { Tx } from '#lib/context.ts'
import { actorOf, operator } from '#lib/domain/caller.ts'
import { saveClientFlows } from '#lib/domain/client-flows.ts'
import { saveRedirectUris, saveWebOrigins } from '#lib/domain/client-lists.ts'
import { saveClientPermissions } from '#lib/domain/client-permissions.ts'
import { saveAllowance } from '#lib/domain/client-scopes.ts'
import { makeClientConfidential, makeClientPublic } from '#lib/domain/client-secret.ts'
import { checkClientTokens } from '#lib/domain/client-tokens.ts'
import {
  changeClient,
  checkClientSettings,
  checkNewClient,
  createClient,
  findClient,
  lockClient,
} from '#lib/domain/clients.ts'
import { longestLifetimeSeconds } from '#lib/domain/lifetimes.ts'
import { checkRedirectUris } from '#lib/domain/redirect-uris.ts'
import { invalidValue } from '#lib/domain/validation.ts'
import { checkWebOrigins } from '#lib/domain/web-origins.ts'
import { variables } from '#lib/environment.ts'
import { clientSecret } from '#lib/kernel/random.ts'
import type { ClientWithLists } from '#lib/persistence/clients.ts'
import { permissionIdsOf } from '../scopes.ts'
import type { ClientState, SentClient } from './document.ts'
import { type Judgement, unusedIdentifier } from './judgement.ts'
import { clientState, isSame, withSent } from './states.ts'

const loggedInUser = actorOf(operator)

/** Lifetimes and contents of tokens that their check takes, whatever stands beside them. */
const harmlessTokens = {
  tokenExpirationInSeconds: 0,
  refreshTokenOfflineIdleTimeoutInSeconds: 0,
  refreshTokenOfflineMaxLifetimeInSeconds: longestLifetimeSeconds,
}

/** A client that got a secret which nobody knows yet. */
export interface GeneratedSecret {
  readonly clientIdentifier: string
  readonly clientSecret: string
}

/** The client of this name as it is now, or null. */
export async function findNamedClient(
  tx: Tx,
  { clientIdentifier }: Pick<SentClient, 'clientIdentifier'>,
): Promise<ClientWithLists | null> {
  const found = await tx.store.clients.findRecord(clientIdentifier)
  return found && lockClient(tx, found.id)
}

/**
 * Makes a client what the file says, through the rules of the Admin API, one page after the other.
 * Not asked is whether the flow is on that a level, redirect URIs or permissions are used by: the API
 * asks when they are saved, but lets the flow be switched off afterwards. What an installation may
 * hold, a file may say.
 * @param tell is called with the secret of a client that has become confidential without one
 * @param judgement gets what each page refuses; the other pages are saved nevertheless
 * @returns what the states do not show: that a secret was set
 * @throws Refusal VALIDATION_ERROR for the console's own client
 */
export async function applyClient(
  tx: Tx,
  sent: SentClient,
  tell: (generated: GeneratedSecret) => void,
  judgement: Judgement,
): Promise<readonly string[]> {
  const found = await findNamedClient(tx, sent)
  if (found?.isSystemLevelClient) {
    throw invalidValue('The client of the administration console is built in.')
  }
  const client = found ?? (await create(tx, sent, judgement))
  const wanted = forKind(withSent(await clientState(tx, client), sent), sent, judgement)
  const authenticate = () => applyAuthentication(tx, { client, isNew: !found }, sent, tell)
  const notes = (await judgement.part(authenticate)) ?? []
  const now = notes.length > 0 || wanted.isPublic ? await findClient(tx, client.id) : client
  const withFlows = await applyFlows(tx, now, wanted)
  const withSettings = await applySettings(tx, withFlows, wanted, judgement)
  const saved = await applyTokens(tx, withSettings, wanted, judgement)
  const { administrativeScopesAllowed } = wanted
  if (administrativeScopesAllowed !== client.administrativeScopesAllowed) {
    await saveAllowance(tx, client.id, administrativeScopesAllowed, loggedInUser)
  }
  await applyLists(tx, saved, sent, judgement)
  if (sent.permissions) await applyPermissions(tx, saved, sent.permissions, judgement)
  return notes
}

/** Where rules refuse the client, another one is made, so that its other pages are judged; nothing of it stays. */
async function create(tx: Tx, sent: SentClient, judgement: Judgement): Promise<ClientWithLists> {
  const wanted = {
    clientIdentifier: sent.clientIdentifier,
    description: sent.description ?? '',
    displayName: sent.displayName ?? '',
    authorizationCodeEnabled: sent.authorizationCodeEnabled ?? false,
    clientCredentialsEnabled: sent.clientCredentialsEnabled ?? false,
  }
  const harmless = { clientIdentifier: unusedIdentifier(), description: '', displayName: '' }
  const fields = await judgement.fields(wanted, harmless, (values) => checkNewClient(tx, values))
  return createClient(tx, fields ?? { ...wanted, ...harmless }, loggedInUser)
}

/** A public client has no client credentials and always PKCE: a file may not say otherwise. */
function forKind(wanted: ClientState, sent: SentClient, judgement: Judgement): ClientState {
  if (!wanted.isPublic) return wanted
  if (sent.clientCredentialsEnabled) {
    judgement.refuse('A public client cannot use client credentials.')
  }
  if (sent.pkceRequired === false) judgement.refuse('A public client always needs PKCE.')
  if (sent.clientSecret) judgement.refuse('A public client has no secret.')
  return { ...wanted, clientCredentialsEnabled: false, pkceRequired: true }
}

async function applyAuthentication(
  tx: Tx,
  { client, isNew }: { readonly client: ClientWithLists; readonly isNew: boolean },
  sent: SentClient,
  tell: (generated: GeneratedSecret) => void,
): Promise<readonly string[]> {
  const { id, clientIdentifier, clientSecretEncrypted } = client
  if (sent.isPublic ?? client.isPublic) {
    if (!client.isPublic) await makeClientPublic(tx, id, loggedInUser)
    return []
  }
  const stored =
    client.isPublic || !clientSecretEncrypted ? '' : tx.cipher.open(clientSecretEncrypted)
  if (sent.clientSecret && sent.clientSecret !== stored) {
    requireSecret(sent.clientSecret)
    await makeClientConfidential(tx, id, sent.clientSecret, loggedInUser)
    return ['clientSecret: set']
  }
  if (!client.isPublic && !isNew) return []
  const generated = stored || clientSecret()
  if (client.isPublic) await makeClientConfidential(tx, id, generated, loggedInUser)
  if (generated !== sent.clientSecret) tell({ clientIdentifier, clientSecret: generated })
  return ['clientSecret: generated']
}

/** The rule of the weakest secret that an installation may hold: that of the bootstrap client. */
function requireSecret(secret: string): void {
  if (variables.shape.BOOTSTRAP_CLIENT_SECRET.safeParse(secret).success) return
  throw invalidValue(
    "The field 'clientSecret' takes 8 to 255 printable ASCII characters, no blanks and no percent signs.",
  )
}

async function applyFlows(
  tx: Tx,
  stored: ClientWithLists,
  wanted: ClientState,
): Promise<ClientWithLists> {
  const flows = {
    authorizationCodeEnabled: wanted.authorizationCodeEnabled,
    clientCredentialsEnabled: wanted.clientCredentialsEnabled,
    pkceRequired: wanted.pkceRequired,
    implicitGrantEnabled: wanted.implicitGrantEnabled,
    resourceOwnerPasswordCredentialsEnabled: wanted.resourceOwnerPasswordCredentialsEnabled,
  }
  if (isSame(withSent(stored, flows), stored)) return stored
  return saveClientFlows(tx, stored.id, flows, loggedInUser)
}

async function applySettings(
  tx: Tx,
  stored: ClientWithLists,
  wanted: ClientState,
  judgement: Judgement,
): Promise<ClientWithLists> {
  const isOtherLevel = wanted.defaultAcrLevel !== stored.defaultAcrLevel
  const withFlow = { ...stored, authorizationCodeEnabled: true }
  const settings = await judgement.fields(
    {
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
      defaultAcrLevel: isOtherLevel ? wanted.defaultAcrLevel : '',
    },
    { description: '', displayName: '', websiteUrl: '', defaultAcrLevel: '' },
    (values) => checkClientSettings(tx, withFlow, values),
  )
  if (!settings || isSame(withSent(stored, settings), stored)) return stored
  const entry = { event: 'updated_client_settings', loggedInUser } as const
  return changeClient(tx, stored.id, settings, entry)
}

async function applyTokens(
  tx: Tx,
  stored: ClientWithLists,
  wanted: ClientState,
  judgement: Judgement,
): Promise<ClientWithLists> {
  const tokens = await judgement.fields(
    {
      tokenExpirationInSeconds: wanted.tokenExpirationInSeconds,
      refreshTokenOfflineIdleTimeoutInSeconds: wanted.refreshTokenOfflineIdleTimeoutInSeconds,
      refreshTokenOfflineMaxLifetimeInSeconds: wanted.refreshTokenOfflineMaxLifetimeInSeconds,
      includeOpenIDConnectClaimsInAccessToken: wanted.includeOpenIDConnectClaimsInAccessToken,
      includeOpenIDConnectClaimsInIdToken: wanted.includeOpenIDConnectClaimsInIdToken,
    },
    harmlessTokens,
    checkClientTokens,
  )
  if (!tokens || isSame(withSent(stored, tokens), stored)) return stored
  return changeClient(tx, stored.id, tokens, { event: 'updated_client_tokens', loggedInUser })
}

async function applyLists(
  tx: Tx,
  client: ClientWithLists,
  sent: SentClient,
  judgement: Judgement,
): Promise<void> {
  const { id, redirectUris, webOrigins } = client
  if (sent.redirectURIs) {
    const wanted = await judgement.list('redirectURIs', sent.redirectURIs, checkRedirectUris)
    if (wanted && !isSame(new Set(wanted), new Set(redirectUris.map(({ uri }) => uri)))) {
      await saveRedirectUris(tx, id, { wanted }, loggedInUser)
    }
  }
  if (sent.webOrigins) {
    const wanted = await judgement.list('webOrigins', sent.webOrigins, checkWebOrigins)
    if (wanted && !isSame(new Set(wanted), new Set(webOrigins.map(({ origin }) => origin)))) {
      await saveWebOrigins(tx, id, { wanted }, loggedInUser)
    }
  }
}

async function applyPermissions(
  tx: Tx,
  client: ClientWithLists,
  scopes: readonly string[],
  judgement: Judgement,
): Promise<void> {
  const ids = await judgement.list('permissions', scopes, (some) => permissionIdsOf(tx, some))
  if (!ids) return
  const wanted = [...new Set(ids)]
  const stored = await tx.store.permissionGrants.idsOf({ kind: 'client', id: client.id })
  if (isSame(new Set(stored), new Set(wanted))) return
  await saveClientPermissions(tx, { client, wanted, expected: null, caller: operator })
}
