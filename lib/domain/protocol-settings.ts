import type { AdminTx, Context } from '#lib/context.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { audit } from './audit.ts'
import { requireExpectedOrNone } from './expected-list.ts'
import { checkScopeList, readScopeList, type ScopeList } from './scope-lists.ts'

/** The columns of this area. */
export type ProtocolSettings = Pick<
  SettingsRecord,
  | 'authorizationServerMetadataEnabled'
  | 'authorizationResponseIssEnabled'
  | 'tokenRevocationEnabled'
  | 'tokenIntrospectionEnabled'
  | 'backchannelLogoutEnabled'
  | 'resourceIndicatorsEnabled'
  | 'selfRegisteredClientScopes'
>

const switches = [
  'authorizationServerMetadataEnabled',
  'authorizationResponseIssEnabled',
  'tokenRevocationEnabled',
  'tokenIntrospectionEnabled',
  'backchannelLogoutEnabled',
  'resourceIndicatorsEnabled',
] as const satisfies readonly (keyof ProtocolSettings)[]

/** The additions that a new installation has switched on: nobody sees them who does not ask for them. */
export const initialProtocolSettings = {
  authorizationServerMetadataEnabled: true,
  tokenRevocationEnabled: true,
  tokenIntrospectionEnabled: true,
  backchannelLogoutEnabled: true,
} as const satisfies Partial<ProtocolSettings>

/** Fields as sent: an absent one, or a switch that is null, stays as it is. */
export type SentProtocolSettings = {
  readonly [Name in (typeof switches)[number]]?: boolean | null | undefined
} & { readonly selfRegisteredClientScopes?: ScopeList | undefined }

/**
 * Checks the protocol settings.
 * @returns the columns to change
 * @throws Refusal VALIDATION_ERROR, validator.protocol.scope
 */
export async function checkProtocolSettings(
  ctx: Context,
  sent: SentProtocolSettings,
): Promise<Partial<ProtocolSettings>> {
  const change: Partial<ProtocolSettings> = {}
  for (const name of switches) {
    const value = sent[name]
    if (typeof value === 'boolean') change[name] = value
  }
  const field = 'selfRegisteredClientScopes'
  const scopes = sent[field]
  if (scopes === undefined) return change
  change[field] = scopes && (await checkScopeList(ctx, field, scopes, { own: false }))
  return change
}

/**
 * Saves changed protocol settings. Writes `updated_protocol_settings` with the old and new values of what changed;
 * nothing when nothing did.
 * @param expected `selfRegisteredClientScopes` as last read; undefined skips the comparison
 * @throws Refusal CONCURRENT_UPDATE
 */
export async function saveProtocolSettings(
  tx: AdminTx,
  change: Partial<ProtocolSettings>,
  loggedInUser: string,
  expected?: ScopeList,
): Promise<SettingsRecord> {
  const before = await tx.store.settings.lock()
  requireExpectedOrNone(readScopeList(before.selfRegisteredClientScopes), expected)
  const changed = Object.entries(change).filter(
    ([name, value]) => before[name as keyof ProtocolSettings] !== value,
  )
  if (changed.length === 0) return before
  const old = changed.map(([name]) => [name, before[name as keyof ProtocolSettings]])
  audit(tx, 'updated_protocol_settings', {
    loggedInUser,
    old: Object.fromEntries(old),
    new: Object.fromEntries(changed),
  })
  if (change.backchannelLogoutEnabled === false)
    await tx.store.logoutNotifications.removePending(null)
  return tx.store.settings.update(change)
}
