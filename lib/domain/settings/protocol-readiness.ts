import { isReadableOnTheWay } from '#lib/base/network/ip.ts'
import { splitWords } from '#lib/base/text/text.ts'
import type { Config } from '#lib/config/config.ts'
import type { OutboundReachRecord } from '#lib/persistence/maintenance/outbound-reach.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { listsScope, readScopeList } from '../permissions/scope-lists.ts'
import { offlineAccessScope } from '../permissions/scope-words.ts'
import { issuerNote, protocolFeatures } from './protocol-features.ts'

/** The requirements of agents on this server (Model Context Protocol, authorization), in the order of the list. */
export const readinessChecks = [
  'base_url_https',
  'issuer',
  'metadata',
  'iss',
  'documents',
  'resources',
  'access_token_lifetime',
  'legacy_flows',
  'registration',
  'pkce',
  'ceiling',
  'ceiling_offline',
  'unused_removal',
  'outbound',
] as const

export type ReadinessCheck = (typeof readinessChecks)[number]
export type ReadinessState = 'ok' | 'warning' | 'failed'

export interface CheckedReadiness {
  readonly name: ReadinessCheck
  readonly state: ReadinessState
  /** Values that the state depends on, in English; '' if the name is enough. */
  readonly detail: string
}

interface Installation {
  readonly config: Config
  readonly settings: SettingsRecord
  /** How many addresses of resources there are. */
  readonly indicators: number
  /** What requests to other servers are for that reach none (`unreachedPurposes`). */
  readonly unreached: readonly OutboundReachRecord[]
}

/** Agents work with a token for an hour; an API that verifies tokens by itself accepts a longer one until its end. */
const maxTokenSeconds = 3_600

/** Checks the requirements of agents on this server. Makes no request. */
export function checkReadiness(installation: Installation): CheckedReadiness[] {
  const judged = { ...ofServer(installation), ...ofClients(installation) }
  return readinessChecks.map((name) => ({ name, ...judged[name] }))
}

/** True when no check failed: agents can connect. */
export function isReady(checks: readonly CheckedReadiness[]): boolean {
  return checks.every(({ state }) => state !== 'failed')
}

interface Judged {
  readonly state: ReadinessState
  readonly detail: string
}

const ok: Judged = { state: 'ok', detail: '' }
const warnUnless = (isGood: boolean, detail = ''): Judged =>
  isGood ? ok : { state: 'warning', detail }
const failUnless = (isGood: boolean, detail = ''): Judged =>
  isGood ? ok : { state: 'failed', detail }

function ofServer({ config, settings, indicators, unreached }: Installation) {
  const features = protocolFeatures({ config, settings })
  const own = settings.selfRegisteredClientTokenExpirationInSeconds
  const lifetime = Math.max(own, settings.tokenExpirationInSeconds)
  const hasLegacyFlow =
    settings.implicitFlowEnabled || settings.resourceOwnerPasswordCredentialsEnabled
  return {
    base_url_https: ofAddress(config),
    issuer: ofIssuer(config, settings),
    metadata: failUnless(features.authorizationServerMetadata),
    iss: failUnless(features.authorizationResponseIss),
    resources: failUnless(features.resourceIndicators && indicators > 0),
    access_token_lifetime: warnUnless(lifetime <= maxTokenSeconds, `${lifetime} s`),
    legacy_flows: warnUnless(!hasLegacyFlow),
    pkce: warnUnless(settings.pkceRequired),
    outbound: warnUnless(unreached.length === 0, unreached.map(unreachedText).join(', ')),
  } satisfies Partial<Record<ReadinessCheck, Judged>>
}

function ofClients({ config, settings }: Installation) {
  const hosts = splitWords(settings.clientIdMetadataDocumentHosts)
  const others = settings.clientIdMetadataDocumentOtherHosts
  const { clientIdMetadataDocuments } = protocolFeatures({ config, settings })
  const isOpen =
    settings.dynamicClientRegistrationEnabled && !settings.dynamicClientApprovalRequired
  const ceiling = readScopeList(settings.selfRegisteredClientScopes)
  const letsAnyoneIn = others === 'allow'
  return {
    documents: failUnless(clientIdMetadataDocuments, `${hosts.length} trusted, others: ${others}`),
    registration: warnUnless(!isOpen),
    ceiling: warnUnless(ceiling !== null || !letsAnyoneIn),
    ceiling_offline: warnUnless(listsScope(ceiling, offlineAccessScope)),
    unused_removal: warnUnless(settings.unusedSelfRegisteredClientDays > 0),
  } satisfies Partial<Record<ReadinessCheck, Judged>>
}

function unreachedText({ purpose, lastFailure }: OutboundReachRecord): string {
  return `${purpose}: ${lastFailure}`
}

function ofAddress({ baseUrl }: Config): Judged {
  if (isReadableOnTheWay(baseUrl)) return { state: 'failed', detail: baseUrl }
  return warnUnless(baseUrl.startsWith('https:'), baseUrl)
}

function ofIssuer(config: Config, settings: SettingsRecord): Judged {
  const note = issuerNote(config, settings)
  if (note === '') return ok
  const state = note === 'issuer_spelling' || note === 'issuer_has_path' ? 'warning' : 'failed'
  return { state, detail: `issuer ${settings.issuer}, address ${config.baseUrl}` }
}
