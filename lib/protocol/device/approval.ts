import type { Outcome } from '#lib/answers/outcome.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { type Context, type Tx, transaction } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import type { DeviceAuthorizationRecord } from '#lib/persistence/store.ts'
import { clientView } from '../authorize/client-view.ts'
import type { Granted } from '../authorize/granted.ts'
import {
  changeInteraction,
  type Interaction,
  InteractionRefused,
} from '../authorize/interaction.ts'
import type { SsoSession } from '../authorize/sso-session.ts'

/** Time in which a device can still fetch its tokens when its user approved it at the last moment, in seconds. */
const collectSeconds = 120

/** A user's grant to a device, until the device fetches it. */
export interface ApprovedGrant {
  readonly scope: string
  /** Addresses separated by one space; '' for no limit. */
  readonly resources: string
  readonly acrLevel: string
  readonly authMethods: string
  /** In milliseconds since 1970. */
  readonly authenticatedAt: number
  readonly authStateGeneration: number
}

/** The waiting device that an interaction answers. @throws InteractionRefused `device_request_gone` */
export async function requireWaitingDevice(
  ctx: Context,
  interaction: Interaction,
): Promise<DeviceAuthorizationRecord> {
  const id = interaction.request.device?.authorizationId
  const row = id === undefined ? null : await ctx.store.deviceAuthorizations.findById(id)
  if (row?.state === 'pending' && row.expiresAt > ctx.now) return row
  throw gone(interaction)
}

/**
 * Stores the user's grant until the device fetches it, in the transaction that ends the interaction. Writes
 * `device_authorization_approved`.
 * @throws InteractionRefused `device_request_gone`: answered before, or expired
 */
export async function approveDevice(
  tx: Tx,
  interaction: Interaction,
  { user, sessionIdentifier, authentication }: SsoSession,
  { scopes, resources }: Granted,
): Promise<void> {
  const { deviceAuthorizations } = tx.store
  const id = interaction.request.device?.authorizationId ?? 0
  const row = await deviceAuthorizations.findById(id)
  if (!row) throw gone(interaction)
  const { acrLevel, authMethods, authenticatedAt, authStateGeneration } = authentication
  const grant: ApprovedGrant = {
    scope: scopes.join(' '),
    resources: resources.map(({ uri }) => uri).join(' '),
    acrLevel,
    authMethods,
    authenticatedAt: authenticatedAt.getTime(),
    authStateGeneration,
  }
  const latest = addSeconds(tx.now, collectSeconds)
  const approval = {
    userId: user.id,
    sessionIdentifier,
    approvedEncrypted: tx.cipher.seal(JSON.stringify(grant), placeOf(row)),
    expiresAt: row.expiresAt > latest ? row.expiresAt : latest,
  }
  if (!(await deviceAuthorizations.approve(id, approval, tx.now))) throw gone(interaction)
  audit(tx, 'device_authorization_approved', {
    clientId: row.clientId,
    userId: user.id,
    scope: grant.scope,
    deviceIp: row.ipAddress,
  })
}

/** Opens the stored grant. */
export function openApproved(
  ctx: Context,
  row: DeviceAuthorizationRecord,
  sealed: Uint8Array,
): ApprovedGrant {
  return JSON.parse(ctx.cipher.open(sealed, placeOf(row)))
}

/**
 * Ends an interaction without connecting the device, whose next poll is refused. Writes `device_authorization_denied`
 * if the device still waited.
 * @param userId of the user who answered; 0 when none was known
 * @throws InteractionRefused `state_mismatch` when another submit was first
 */
export async function denyDevice(
  ctx: Context,
  { request, row }: Interaction,
  userId: number,
): Promise<Outcome> {
  await transaction(ctx, async (tx) => {
    if (row) await changeInteraction(tx, { request, row }, { completedAt: tx.now })
    const id = request.device?.authorizationId ?? 0
    if (!(await tx.store.deviceAuthorizations.deny(id, tx.now))) return
    audit(tx, 'device_authorization_denied', { clientId: request.client.id, userId })
  })
  return deviceDonePage(ctx, { request, row }, false)
}

/** The page at the end of a device's sign-in. */
export async function deviceDonePage(
  ctx: Context,
  { request: { client, uiLocales } }: Interaction,
  isConnected: boolean,
): Promise<Outcome> {
  const view = { page: 'device-done', client: await clientView(ctx, client), isConnected } as const
  return { kind: 'page', status: 200, view: { ...view, uiLocales } }
}

function gone({ request, row }: Interaction): InteractionRefused {
  return new InteractionRefused('device_request_gone', row ? { own: { request, row } } : {})
}

function placeOf({ deviceCodeHash }: DeviceAuthorizationRecord) {
  return `device_authorizations.approved_encrypted/${deviceCodeHash}` as const
}
