import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import { isFromFuture } from '#lib/base/time/clock-skew.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import { documentHost, isTrustedHost } from '#lib/domain/clients/client-documents.ts'
import {
  addDescribedClient,
  type DescribedClient,
  renewDescribedClient,
} from '#lib/domain/clients/described-clients.ts'
import { limitRequest } from '#lib/domain/limits/rate-limits.ts'
import type { ClientRegistrationRecord } from '#lib/persistence/clients/client-registrations.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'
import { hasJustFailed, noteFailedFetch } from './failed-fetches.ts'
import { type FetchFailure, fetchDocument } from './fetch.ts'

/** The document of a client is not available, so the client cannot be used now. */
export class DocumentUnusable extends Error {
  override readonly name = 'DocumentUnusable'
  readonly reason: FetchFailure['kind'] | 'too_many'
  readonly retryAfterSeconds: number

  constructor(reason: DocumentUnusable['reason'], retryAfterSeconds = 0) {
    super(reason)
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Minimum interval between two fetches of a URL, after a failure or for a document that lacks a requested value. */
const pauseSeconds = 60
/** How long a document is used beyond its freshness, while its server does not answer. */
const staleSeconds = daySeconds
const maxPending = 200

/**
 * The client of a metadata document, by its present content: a fresh document from the database, a stale or unknown one
 * from its server. A process fetches a URL once at a time, and other callers wait for it.
 * @param clientIdentifier a `client_id` that is the address of a document (`isDocumentIdentifier`)
 * @throws DocumentUnusable
 */
export async function obtainDocumentClient(
  ctx: Context,
  clientIdentifier: string,
  stored: ClientWithUris | null,
): Promise<ClientWithUris> {
  const registration = stored && (await ctx.store.clientRegistrations.findOfClient(stored.id))
  if (stored && registration && isFresh(ctx, registration)) return stored
  return renewed(ctx, clientIdentifier, isFresh)
}

/**
 * The same client after its document was read again, because the request names a value that the stored one lacks.
 * Documents may change before they are stale.
 * @returns `client` itself when the document was read a moment ago, or cannot be read
 */
export async function readAgain(ctx: Context, client: ClientWithUris): Promise<ClientWithUris> {
  const isRecent = (_: Context, { fetchedAt }: ClientRegistrationRecord) =>
    isWithin(ctx, fetchedAt, pauseSeconds)
  return renewed(ctx, client.clientIdentifier, isRecent)
}

/**
 * Reads the document of a known client now. The caller must be allowed to write to the client.
 * @returns the outcome of a failed fetch; null for a good one
 */
export async function refreshDocument(
  ctx: Context,
  { id, clientIdentifier }: ClientWithUris,
): Promise<string | null> {
  const fetched = await fetchDocument(ctx, clientIdentifier)
  if (fetched.kind !== 'good') {
    await adminTransaction(ctx, (tx) => noteFailed(tx, id, fetched))
    return fetched.outcome
  }
  await renew(ctx, id, fetched.described, fetched.freshUntil)
  return null
}

type Enough = (ctx: Context, registration: ClientRegistrationRecord) => boolean

const isFresh: Enough = (ctx, registration) => isGoodFor(ctx, registration, 0)

/** Whether the document is fresh, or was within this time. One that was read while the clock was ahead counts as old. */
function isGoodFor(
  { now }: Context,
  { fetchedAt, freshUntil }: ClientRegistrationRecord,
  seconds: number,
): boolean {
  if (fetchedAt === null || freshUntil === null || isFromFuture(fetchedAt, now)) return false
  return addSeconds(freshUntil, seconds) > now
}

function isWithin({ now }: Context, moment: Date | null, seconds: number): boolean {
  return moment !== null && addSeconds(moment, seconds) > now && !isFromFuture(moment, now)
}

function renewed(ctx: Context, url: string, isEnough: Enough): Promise<ClientWithUris> {
  return withKeyedLock(`document ${url}`, async () => {
    const known = await ctx.store.clients.findByIdentifier(url)
    const registration = known && (await ctx.store.clientRegistrations.findOfClient(known.id))
    if (!known || !registration) return firstFetch(ctx, url)
    if (isEnough(ctx, registration)) return known
    if (isWithin(ctx, registration.failedAt, pauseSeconds)) {
      return standing(ctx, known, registration, kindOfOutcome(registration.lastFailure))
    }
    const fetched = await fetchDocument(ctx, url)
    if (fetched.kind === 'good') {
      await renew(ctx, known.id, fetched.described, fetched.freshUntil)
      return readStored(ctx, url)
    }
    await noteFailed(ctx, known.id, fetched)
    return standing(ctx, known, registration, fetched.kind)
  })
}

/** A document that could not be read again stays valid for a day; one with an unusable content does not. */
function standing(
  ctx: Context,
  client: ClientWithUris,
  registration: ClientRegistrationRecord,
  failure: FetchFailure['kind'],
): ClientWithUris {
  if (failure === 'unavailable' && isGoodFor(ctx, registration, staleSeconds)) return client
  throw new DocumentUnusable(failure)
}

function kindOfOutcome(outcome: string): FetchFailure['kind'] {
  const isGone = ['http_404', 'http_410', 'too_large'].includes(outcome)
  return isGone || outcome.startsWith('document_') ? 'invalid' : 'unavailable'
}

/** Strangers cause these fetches and rows, so each has its budget. */
async function firstFetch(ctx: Context, url: string): Promise<ClientWithUris> {
  if (await hasJustFailed(ctx, url)) throw new DocumentUnusable('unavailable')
  await spend(ctx, 'cimd_ip', ctx.ip)
  if (!isTrustedHost(ctx.settings, documentHost(url))) await limitNew(ctx)
  const fetched = await fetchDocument(ctx, url)
  if (fetched.kind !== 'good') {
    await noteFailedFetch(ctx, url)
    logFailure(ctx, url, fetched)
    // One text for every failure of the network, so that the page cannot be used to scan ports.
    throw new DocumentUnusable(fetched.outcome.startsWith('http_') ? 'unavailable' : fetched.kind)
  }
  const { described, freshUntil } = fetched
  await adminTransaction(ctx, (tx) => addDescribedClient(tx, described, freshUntil)).catch(
    // Another process was first.
    (error) => {
      if (!isUniqueViolation(error)) throw error
    },
  )
  return readStored(ctx, url)
}

async function limitNew(ctx: Context): Promise<void> {
  await spend(ctx, 'cimd_new_all', 'all')
  if (ctx.settings.clientIdMetadataDocumentOtherHosts !== 'approve') return
  const pending = await ctx.store.clientRegistrations.countPendingDocuments(maxPending)
  if (pending >= maxPending) throw new DocumentUnusable('too_many', pauseSeconds)
}

async function spend(ctx: Context, name: 'cimd_ip' | 'cimd_new_all', key: string): Promise<void> {
  const retryAfterSeconds = await limitRequest(ctx, name, key)
  if (retryAfterSeconds !== null) throw new DocumentUnusable('too_many', retryAfterSeconds)
}

function renew(
  ctx: Context,
  clientId: number,
  described: DescribedClient,
  freshUntil: Date,
): Promise<void> {
  return adminTransaction(ctx, (tx) => renewDescribedClient(tx, clientId, described, freshUntil))
}

async function noteFailed(ctx: Context, clientId: number, failure: FetchFailure): Promise<void> {
  logFailure(ctx, String(clientId), failure)
  const change = { failedAt: ctx.now, lastFailure: failure.outcome }
  await ctx.store.clientRegistrations.change(clientId, change)
}

function logFailure(ctx: Context, client: string, { kind, outcome }: FetchFailure): void {
  const { requestId } = ctx
  ctx.log.warn({ requestId, client, kind, outcome }, 'a client’s document cannot be used')
}

async function readStored(ctx: Context, clientIdentifier: string): Promise<ClientWithUris> {
  const client = await ctx.store.clients.findByIdentifier(clientIdentifier)
  if (!client) throw new DocumentUnusable('unavailable')
  return client
}
