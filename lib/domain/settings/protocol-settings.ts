import { splitWords } from '#lib/base/text/text.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import {
  checkDocumentHosts,
  type OtherHostRule,
  otherHostRules,
} from '../clients/document-hosts.ts'
import { checkScopeList, readScopeList, type ScopeList } from '../permissions/scope-lists.ts'
import { requireExpected, requireExpectedOrNone } from '../values/expected-list.ts'
import { invalidField } from '../values/validation.ts'
import { maxSelfRegisteredTokenSeconds } from './lifetimes.ts'

/** The columns that are on or off, in the order in which they are checked. */
export const protocolSwitches = [
  'authorizationServerMetadataEnabled',
  'authorizationResponseIssEnabled',
  'tokenRevocationEnabled',
  'tokenIntrospectionEnabled',
  'backchannelLogoutEnabled',
  'resourceIndicatorsEnabled',
  'clientIdMetadataDocumentsEnabled',
  'dynamicClientApprovalRequired',
  'privateKeyJwtEnabled',
  'clientAssertionTokenEndpointAudienceAllowed',
  'pushedAuthorizationRequestsEnabled',
  'dpopEnabled',
  'dpopNonceRequired',
  'deviceGrantEnabled',
] as const satisfies readonly (keyof SettingsRecord)[]

type ProtocolSwitch = (typeof protocolSwitches)[number]

/** The columns of this area. */
export type ProtocolSettings = Pick<
  SettingsRecord,
  | ProtocolSwitch
  | 'clientIdMetadataDocumentHosts'
  | 'clientIdMetadataDocumentOtherHosts'
  | 'selfRegisteredClientScopes'
  | 'unusedSelfRegisteredClientDays'
  | 'selfRegisteredClientTokenExpirationInSeconds'
>

/** The additions that are on in a new installation: clients that do not ask for them notice nothing. */
export const initialProtocolSettings = {
  authorizationServerMetadataEnabled: true,
  tokenRevocationEnabled: true,
  tokenIntrospectionEnabled: true,
  backchannelLogoutEnabled: true,
} as const satisfies Partial<ProtocolSettings>

/** Fields as sent: an absent one, or null for any but the ceiling, keeps the stored value. */
export type SentProtocolSettings = {
  readonly [Name in ProtocolSwitch]?: boolean | null | undefined
} & {
  readonly clientIdMetadataDocumentHosts?: readonly string[] | null | undefined
  readonly clientIdMetadataDocumentOtherHosts?: string | null | undefined
  readonly selfRegisteredClientScopes?: ScopeList | undefined
  readonly unusedSelfRegisteredClientDays?: number | null | undefined
  readonly selfRegisteredClientTokenExpirationInSeconds?: number | null | undefined
}

/** Lists as last read; undefined skips the comparison. */
export interface ExpectedLists {
  readonly hosts?: readonly string[] | null | undefined
  readonly scopes?: ScopeList | undefined
}

/**
 * Checks the protocol settings.
 * @returns the columns to change
 * @throws Refusal VALIDATION_ERROR, validator.protocol.host, validator.protocol.scope
 */
export async function checkProtocolSettings(
  ctx: Context,
  sent: SentProtocolSettings,
): Promise<Partial<ProtocolSettings>> {
  const change: Partial<ProtocolSettings> = {}
  for (const name of protocolSwitches) {
    const value = sent[name]
    if (typeof value === 'boolean') change[name] = value
  }
  const { clientIdMetadataDocumentHosts: hosts, selfRegisteredClientScopes: scopes } = sent
  if (hosts) {
    const field = 'clientIdMetadataDocumentHosts'
    change[field] = checkDocumentHosts(ctx.config, field, hosts)
  }
  const { clientIdMetadataDocumentOtherHosts: others, unusedSelfRegisteredClientDays: days } = sent
  if (typeof others === 'string') change.clientIdMetadataDocumentOtherHosts = checkOthers(others)
  if (scopes !== undefined) {
    const field = 'selfRegisteredClientScopes'
    change[field] = scopes && (await checkScopeList(ctx, field, scopes, { own: false }))
  }
  if (typeof days === 'number') change.unusedSelfRegisteredClientDays = checkDays(days)
  const { selfRegisteredClientTokenExpirationInSeconds: seconds } = sent
  if (typeof seconds === 'number') {
    change.selfRegisteredClientTokenExpirationInSeconds = checkTokenSeconds(seconds)
  }
  return change
}

function checkOthers(sent: string): OtherHostRule {
  const rule = otherHostRules.find((known) => known === sent)
  if (rule) return rule
  throw invalidField(
    'clientIdMetadataDocumentOtherHosts',
    `is none of ${otherHostRules.join(', ')}`,
  )
}

const maxDays = 3_650

function checkDays(sent: number): number {
  if (Number.isInteger(sent) && sent >= 0 && sent <= maxDays) return sent
  throw invalidField('unusedSelfRegisteredClientDays', `takes 0 to ${maxDays}`)
}

function checkTokenSeconds(sent: number): number {
  if (Number.isInteger(sent) && sent >= 0 && sent <= maxSelfRegisteredTokenSeconds) return sent
  throw invalidField(
    'selfRegisteredClientTokenExpirationInSeconds',
    `takes 0 to ${maxSelfRegisteredTokenSeconds}`,
  )
}

/**
 * Saves changed protocol settings. Writes `updated_protocol_settings` with the old and new values of the changes;
 * nothing when nothing changed.
 * @throws Refusal CONCURRENT_UPDATE
 */
export async function saveProtocolSettings(
  tx: AdminTx,
  change: Partial<ProtocolSettings>,
  loggedInUser: string,
  expected: ExpectedLists = {},
): Promise<SettingsRecord> {
  const before = await tx.store.settings.lock()
  requireExpected(splitWords(before.clientIdMetadataDocumentHosts), expected.hosts)
  requireExpectedOrNone(readScopeList(before.selfRegisteredClientScopes), expected.scopes)
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
