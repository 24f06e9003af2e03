import { belongTogether } from '#lib/base/network/shared-hosting.ts'
import { systemScheme } from '#lib/base/network/system-schemes.ts'
import { isLoopbackHttp, isUsableRedirectUri } from '#lib/base/network/url.ts'
import { codePoints, isOneLine } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { isTrustedHost } from '#lib/domain/clients/client-documents.ts'
import type { DescribedClient } from '#lib/domain/clients/described-clients.ts'
import { DocumentError, type DocumentFault } from './faults.ts'
import { readKeys } from './keys.ts'
import { readMembers } from './members.ts'

/** A document with its used values, and the ones left out. */
export interface ReadDocument {
  readonly described: DescribedClient
  /** Redirect addresses that are left out: scheme and host, for the log. */
  readonly leftOut: readonly string[]
}

const maxNameLength = 100
const maxUris = 20
const maxUriBytes = 2_048
const maxWebsiteLength = 256
const secrets = ['client_secret', 'client_secret_expires_at']

/** Marks that make a text read in another order than it is stored. */
const overrides = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/**
 * Reads the metadata document of a client (draft-ietf-oauth-client-id-metadata-document; RFC 7591 section 2). Unknown
 * members are ignored, and so are values that a stranger may not choose, such as scopes and logos.
 * @throws DocumentError
 */
export function readDocument(ctx: Context, clientIdentifier: string, body: Buffer): ReadDocument {
  const members = readMembers(body)
  if (members.client_id !== clientIdentifier) throw new DocumentError('client_id')
  if (secrets.some((name) => name in members)) throw new DocumentError('secret')
  const displayName = readName(members.client_name)
  const judge = hostRule(ctx, clientIdentifier)
  const { redirectUris, leftOut } = readRedirectUris(members.redirect_uris, judge)
  const keys = readKeys(ctx, members, judge)
  requireNamed(members.grant_types, 'authorization_code', 'grant_types')
  requireNamed(members.response_types, 'code', 'response_types')
  const websiteUrl = readWebsite(members.client_uri, judge)
  return {
    described: { clientIdentifier, displayName, websiteUrl, redirectUris, keys, members },
    leftOut,
  }
}

/** Says whether an https address belongs to the client: any at a trusted client, else one of its own host. */
type HostRule = (url: URL) => boolean

function hostRule({ settings }: Context, clientIdentifier: string): HostRule {
  const own = new URL(clientIdentifier)
  const isTrusted = isTrustedHost(settings, own.host)
  return ({ hostname }) => isTrusted || belongTogether(own.hostname, hostname)
}

function readName(sent: unknown): string {
  const name = typeof sent === 'string' ? sent.trim() : ''
  const isGood =
    name !== '' &&
    codePoints(name) <= maxNameLength &&
    !/[<>]/.test(name) &&
    isOneLine(name) &&
    name.isWellFormed() &&
    !overrides.test(name)
  if (!isGood) throw new DocumentError('client_name')
  return name
}

/** An unusable address does not spoil the others, because a request must name a usable one. */
function readRedirectUris(sent: unknown, judge: HostRule) {
  const isList = Array.isArray(sent) && sent.every((uri) => typeof uri === 'string')
  if (!isList || sent.length > maxUris) throw new DocumentError('redirect_uris')
  const uris = [...new Set<string>(sent)]
  const redirectUris = uris.filter((uri) => isAllowed(uri, judge))
  if (redirectUris.length === 0) throw new DocumentError('redirect_uris')
  const leftOut = uris.filter((uri) => !redirectUris.includes(uri)).map(schemeAndHost)
  return { redirectUris, leftOut }
}

function isAllowed(uri: string, judge: HostRule): boolean {
  if (Buffer.byteLength(uri) > maxUriBytes || !isUsableRedirectUri(uri)) return false
  if (/[{}|^`]/.test(uri) || systemScheme(uri) !== null) return false
  const url = new URL(uri)
  if (/^https?:\/\/[^/?]*@/i.test(uri)) return false
  return url.protocol === 'https:' ? judge(url) : isLoopbackHttp(uri)
}

function schemeAndHost(uri: string): string {
  const url = URL.parse(uri)
  return url ? `${url.protocol}//${url.host}`.slice(0, 100) : 'malformed'
}

function requireNamed(sent: unknown, wanted: string, fault: DocumentFault): void {
  if (sent === undefined || (Array.isArray(sent) && sent.includes(wanted))) return
  throw new DocumentError(fault)
}

/** The website is shown to people, so one of another host is ignored. */
function readWebsite(sent: unknown, judge: HostRule): string {
  if (typeof sent !== 'string' || sent.length > maxWebsiteLength) return ''
  const url = isUsableRedirectUri(sent) ? URL.parse(sent) : null
  return url?.protocol === 'https:' && url.username === '' && judge(url) ? sent : ''
}
