import { sha256Hex } from '#lib/base/crypto/hash.ts'
import type { AdminTx } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { revokeClientTokens } from '../retention/revocation.ts'
import { listChange } from '../values/expected-list.ts'
import { documentHost, isTrustedHost } from './client-documents.ts'
import type { KeyColumns } from './client-keys.ts'
import { initialApproval, newRegistration, selfRegisteredDefaults } from './client-registrations.ts'

/** A client as its metadata document describes it, checked. */
export interface DescribedClient {
  readonly clientIdentifier: string
  readonly displayName: string
  /** '' for none. */
  readonly websiteUrl: string
  readonly redirectUris: readonly string[]
  readonly keys: KeyColumns & { readonly isPublic: boolean }
  /** The document itself. */
  readonly members: Readonly<Record<string, unknown>>
}

/**
 * Stores a client that came by its document. Writes `metadata_document_client_created`.
 * @param freshUntil when the document is read again
 */
export async function addDescribedClient(
  tx: AdminTx,
  described: DescribedClient,
  freshUntil: Date,
): Promise<void> {
  const { clientIdentifier } = described
  const approval = initialApproval(tx.settings, 'metadata_document', clientIdentifier)
  const { id } = await tx.store.clients.insert(
    {
      ...selfRegisteredDefaults(tx.settings),
      ...columnsOf(described),
      clientIdentifier,
      enabled: approval === 'approved',
      deviceGrantEnabled: connectsDevices(described.members),
      pkceRequired: true,
      authorizationCodeEnabled: true,
      clientCredentialsEnabled: false,
      redirectUris: described.redirectUris,
    },
    null,
  )
  await tx.store.clientRegistrations.insert({
    ...newRegistration(tx, id, 'metadata_document', approval),
    ...fetched(tx, described, freshUntil),
  })
  audit(tx, 'metadata_document_client_created', {
    clientId: id,
    clientIdentifier,
    approval,
    sourceIP: tx.ip,
  })
}

/**
 * Stores the present document of a known client. If its name or the hosts of its redirect URIs changed, users must
 * agree again: consents and uncollected approvals of devices are removed, and a client of a host that is not trusted
 * waits for an administrator. Writes `metadata_document_changed`; nothing when the document is the same.
 */
export async function renewDescribedClient(
  tx: AdminTx,
  clientId: number,
  described: DescribedClient,
  freshUntil: Date,
): Promise<void> {
  const client = await tx.store.clients.lock(clientId)
  const registration = client && (await tx.store.clientRegistrations.findOfClient(clientId))
  if (!client || !registration) return
  const now = fetched(tx, described, freshUntil)
  if (now.documentHash === registration.documentHash) {
    // An earlier release, which did not know keys, read the document.
    if (isOtherProof(client, described.keys))
      await tx.store.clients.update(clientId, described.keys)
    await tx.store.clientRegistrations.change(clientId, now)
    return
  }
  const isSignificant = isOtherToPeople(client, described)
  const asksAgain = isSignificant && awaitsApprovalAgain(tx, client)
  await tx.store.clients.update(clientId, {
    ...columnsOf(described),
    ...deviceChange(registration.document, described),
    ...(asksAgain && { enabled: false }),
  })
  // The same steps as when an administrator makes a client public.
  if (described.keys.isPublic && !client.isPublic)
    await revokeClientTokens(tx, clientId, 'document')
  await saveRedirectUris(tx, client, described.redirectUris)
  if (isSignificant) {
    await tx.store.deviceAuthorizations.denyUncollected({ clientId })
    await tx.store.clientRegistrations.removeConsents(clientId)
  }
  await tx.store.clientRegistrations.change(clientId, {
    ...now,
    changedAt: tx.now,
    ...(asksAgain && { approval: 'pending', decidedAt: null }),
  })
  audit(tx, 'metadata_document_changed', {
    clientId,
    clientIdentifier: client.clientIdentifier,
    changed: changedMembers(registration.document, described),
    significant: isSignificant,
  })
}

function columnsOf({ displayName, websiteUrl, keys }: DescribedClient) {
  return { ...keys, displayName, showDisplayName: true, websiteUrl, showWebsiteUrl: true }
}

type Members = DescribedClient['members']

/** Whether a document names the device flow (RFC 8628), which the client may then use while that is on. */
function connectsDevices({ grant_types: sent }: Members): boolean {
  return Array.isArray(sent) && sent.includes('urn:ietf:params:oauth:grant-type:device_code')
}

/** Follows a document that names the flow now, or not any more. Otherwise the choice of an administrator stays. */
function deviceChange(before: string, { members }: DescribedClient) {
  const deviceGrantEnabled = connectsDevices(members)
  return deviceGrantEnabled === connectsDevices(membersOf(before)) ? {} : { deviceGrantEnabled }
}

function membersOf(document: string): Members {
  return JSON.parse(document) as Members
}

function fetched({ now }: AdminTx, { members }: DescribedClient, freshUntil: Date) {
  const document = JSON.stringify(members)
  return {
    document,
    documentHash: sha256Hex(document),
    fetchedAt: now,
    freshUntil,
    failedAt: null,
    lastFailure: '',
  }
}

/** Hosts, not addresses: another path of the same host goes to the same people. */
function isOtherToPeople(client: ClientWithLists, described: DescribedClient): boolean {
  const hosts = new Set(client.redirectUris.map(({ uri }) => URL.parse(uri)?.hostname))
  return (
    client.displayName !== described.displayName ||
    isOtherProof(client, described.keys) ||
    described.redirectUris.some((uri) => !hosts.has(URL.parse(uri)?.hostname))
  )
}

/** Other keys, or another host of them: the owner of the keys acts for the client. */
function isOtherProof(client: ClientRecord, keys: DescribedClient['keys']): boolean {
  const hostOf = ({ jwksUri }: KeyColumns) => URL.parse(jwksUri)?.host ?? ''
  return (
    client.isPublic !== keys.isPublic ||
    client.tokenEndpointAuthMethod !== keys.tokenEndpointAuthMethod ||
    client.jwks !== keys.jwks ||
    hostOf(client) !== hostOf(keys)
  )
}

function awaitsApprovalAgain({ settings }: AdminTx, { clientIdentifier }: ClientRecord): boolean {
  return (
    settings.clientIdMetadataDocumentOtherHosts === 'approve' &&
    !isTrustedHost(settings, documentHost(clientIdentifier))
  )
}

async function saveRedirectUris(
  tx: AdminTx,
  { id, redirectUris }: ClientWithLists,
  wanted: readonly string[],
): Promise<void> {
  const stored = redirectUris.map(({ uri }) => uri)
  const { added, removed } = listChange(stored, wanted)
  await tx.store.clients.removeRedirectUris(id, removed)
  await tx.store.clients.addRedirectUris(id, added)
}

/** A stranger chooses the names of members, so they are few and short. */
const maxNamed = 20
const maxNameLength = 64

function changedMembers(before: string, { members }: DescribedClient): string[] {
  const old = membersOf(before)
  const names = new Set([...Object.keys(old), ...Object.keys(members)])
  return [...names]
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(members[name]))
    .slice(0, maxNamed)
    .map((name) => name.slice(0, maxNameLength))
}
