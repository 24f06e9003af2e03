import { refuse } from '#lib/answers/refusal.ts'
import { cutCodePoints } from '#lib/base/text/text.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { Approval, RegistrationKind } from '#lib/persistence/clients/client-registrations.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import type { ClientRecord, SettingsRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { initialAcr } from '../sign-in/acr.ts'
import { invalidValue } from '../values/validation.ts'
import { documentHost, isTrustedHost } from './client-documents.ts'
import { changeClient, lockClient } from './clients.ts'

/**
 * Initial values of every client that registers itself. The deprecated grants are off and not inherited from the
 * settings: no administrator has made the client. Lifetimes are copied from the settings now.
 */
export function selfRegisteredDefaults(settings: SettingsRecord) {
  return {
    consentRequired: true,
    createdViaDcr: true,
    administrativeScopesAllowed: false,
    defaultAcrLevel: initialAcr,
    implicitGrantEnabled: false,
    resourceOwnerPasswordCredentialsEnabled: false,
    includeOpenIDConnectClaimsInAccessToken: 'default',
    includeOpenIDConnectClaimsInIdToken: 'default',
    tokenExpirationInSeconds:
      settings.selfRegisteredClientTokenExpirationInSeconds || settings.tokenExpirationInSeconds,
    refreshTokenOfflineIdleTimeoutInSeconds: settings.refreshTokenOfflineIdleTimeoutInSeconds,
    refreshTokenOfflineMaxLifetimeInSeconds: settings.refreshTokenOfflineMaxLifetimeInSeconds,
  }
}

/** True when a client that registers itself waits for an administrator. */
export function initialApproval(
  settings: SettingsRecord,
  kind: RegistrationKind,
  clientIdentifier: string,
): Approval {
  if (kind === 'dynamic') return settings.dynamicClientApprovalRequired ? 'pending' : 'approved'
  const asks = settings.clientIdMetadataDocumentOtherHosts !== 'allow'
  return asks && !isTrustedHost(settings, documentHost(clientIdentifier)) ? 'pending' : 'approved'
}

/** The columns of a new registration: its kind and its origin. */
export function newRegistration(
  { now, ip, userAgent }: Context,
  clientId: number,
  kind: RegistrationKind,
  approval: Approval,
) {
  return {
    createdAt: now,
    clientId,
    kind,
    approval,
    ipAddress: cutCodePoints(ip, 100),
    userAgent: cutCodePoints(userAgent, 512),
  }
}

/** An administrator's decision on a client that registered itself. */
export type Decision = 'approved' | 'refused'

/** A registration as last read; undefined skips a comparison. */
export interface ReadRegistration {
  /** Null skips the comparison, too. */
  readonly approval?: string | null | undefined
  /** When the document had last changed; null if never. */
  readonly changedAt?: Date | null | undefined
}

/**
 * Decides on a client that registered itself. An approved client may be used. A refused one may not, and its next visit
 * does not ask again. Writes `approved_client` or `refused_client`; nothing when nothing changed.
 * @param expected the registration to which the decision belongs: another document was not judged
 * @throws Refusal NOT_FOUND (deleted meanwhile), VALIDATION_ERROR (made by hand), CONCURRENT_UPDATE
 */
export async function decideOnClient(
  tx: AdminTx,
  clientId: number,
  decision: Decision,
  loggedInUser: string,
  expected: ReadRegistration = {},
): Promise<void> {
  const client = await lockClient(tx, clientId)
  const registration = await tx.store.clientRegistrations.findOfClient(clientId)
  if (!registration) throw invalidValue('This client did not register itself.')
  const { approval, changedAt } = expected
  const isOther =
    changedAt !== undefined && changedAt?.getTime() !== registration.changedAt?.getTime()
  if (isOther || (approval && approval !== registration.approval)) throw refuse('CONCURRENT_UPDATE')
  const enabled = decision === 'approved'
  if (registration.approval === decision && client.enabled === enabled) return
  await tx.store.clients.update(clientId, { enabled })
  await record(tx, client, decision, loggedInUser)
}

/**
 * Approves a client that waits for approval, or was refused, when it is enabled.
 * @param client as saved
 */
export async function noteEnabled(
  tx: AdminTx,
  client: ClientRecord,
  loggedInUser: string,
): Promise<void> {
  if (!client.enabled || !client.createdViaDcr) return
  const registration = await tx.store.clientRegistrations.findOfClient(client.id)
  if (!registration || registration.approval === 'approved') return
  await record(tx, client, 'approved', loggedInUser)
}

/**
 * Enables or disables a client and changes no other setting. Enabling a client that waits for approval approves it.
 * Writes `updated_client_settings`; nothing when the client is in that state already.
 * @returns the client as stored
 * @throws Refusal NOT_FOUND when it was deleted meanwhile
 */
export async function setEnabled(
  tx: AdminTx,
  id: number,
  enabled: boolean,
  loggedInUser: string,
): Promise<ClientWithLists> {
  const current = await lockClient(tx, id)
  if (current.enabled === enabled) return current
  const event = 'updated_client_settings'
  const saved = await changeClient(tx, id, { enabled }, { event, loggedInUser })
  await noteEnabled(tx, saved, loggedInUser)
  return saved
}

async function record(
  tx: AdminTx,
  { id, clientIdentifier }: ClientRecord,
  decision: Decision,
  loggedInUser: string,
): Promise<void> {
  const change = { approval: decision, decidedAt: tx.now }
  await tx.store.clientRegistrations.change(id, change)
  const event = decision === 'approved' ? 'approved_client' : 'refused_client'
  audit(tx, event, { clientId: id, clientIdentifier, loggedInUser })
}
