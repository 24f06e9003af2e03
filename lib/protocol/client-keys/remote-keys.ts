import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import { isFromFuture } from '#lib/base/time/clock-skew.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import { isDocumentClient } from '#lib/domain/clients/client-documents.ts'
import { judgeKey, type PublicJwk, readKeySet, storedKeys } from '#lib/domain/keys/public-keys.ts'
import type { AddressPolicy } from '#lib/outbound/addresses.ts'
import { sendOutbound } from '#lib/outbound/request.ts'
import type { RemoteKeySetRecord } from '#lib/persistence/clients/remote-key-sets.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { freshSeconds } from '../documents/freshness.ts'

type Named = Pick<ClientRecord, 'jwksUri' | 'clientIdentifier' | 'createdViaDcr'>

const maxBytes = 64 * 1024
const maxEntries = 100
/** How long the last keys are used beyond their freshness while the address does not answer. */
const staleSeconds = daySeconds
/** Minimum interval between two requests to an address, before its keys are stale or after a failure. */
const pauseSeconds = 60
const daysInMs = daySeconds * 1_000

/** The keys at a client's address, fetched if they are not fresh; empty when there are none. */
export async function remoteKeys(ctx: Context, client: Named): Promise<readonly PublicJwk[]> {
  const place = placeOf(client)
  const kept = await ctx.store.remoteKeySets.find(place.uriHash)
  if (kept && isFresh(ctx, kept)) return used(ctx, kept)
  const now = await withKeyedLock(`client keys ${place.uriHash}`, async () => {
    const meanwhile = await ctx.store.remoteKeySets.find(place.uriHash)
    if (meanwhile && isFresh(ctx, meanwhile)) return meanwhile
    if (await claim(ctx, place)) await keep(ctx, place, await fetchKeySet(ctx, place))
    return ctx.store.remoteKeySets.find(place.uriHash)
  })
  return now && isStillGood(ctx, now) ? used(ctx, now) : []
}

/**
 * Fetches the keys again for a signature that no known key verifies: a client may have replaced a key under the same
 * name. Concurrent callers share one request.
 * @returns null when the keys were fetched in the last minute
 */
export async function renewedKeys(
  ctx: Context,
  client: Named,
): Promise<readonly PublicJwk[] | null> {
  const place = placeOf(client)
  return withKeyedLock(`client keys ${place.uriHash}`, async () => {
    if (!(await claim(ctx, place))) return null
    await keep(ctx, place, await fetchKeySet(ctx, place))
    const now = await ctx.store.remoteKeySets.find(place.uriHash)
    return now && isStillGood(ctx, now) ? storedKeys(now.keySet) : null
  })
}

/** The names of keys that an administrator had fetched; '' for a key without a name. */
export interface FetchedKeys {
  readonly used: readonly string[]
  readonly leftOut: readonly string[]
}

/**
 * Fetches a client's keys now and stores them. The caller must be allowed to write to the client.
 * @returns the failure as a word when there were none
 */
export async function fetchKeysNow(ctx: Context, client: Named): Promise<FetchedKeys | string> {
  const place = placeOf(client)
  return withKeyedLock(`client keys ${place.uriHash}`, async () => {
    await adminTransaction(ctx, (tx) => tx.store.remoteKeySets.claim(attemptOf(tx, place), tx.now))
    const fetched = await fetchKeySet(ctx, place)
    await adminTransaction(ctx, (tx) => keep(tx, place, fetched))
    if (typeof fetched === 'string') return fetched
    return { used: fetched.keys.map(nameOf), leftOut: fetched.leftOut.map(nameOf) }
  })
}

interface Place {
  readonly uri: string
  readonly policy: AddressPolicy
  readonly uriHash: string
}

/**
 * A stranger chose the address in a document, and an administrator any other. One address is fetched separately under
 * each rule.
 */
function placeOf(client: Named): Place {
  const policy = isDocumentClient(client) ? 'public' : 'administered'
  return { uri: client.jwksUri, policy, uriHash: sha256Hex(`${policy}\0${client.jwksUri}`) }
}

function isFresh(ctx: Context, kept: RemoteKeySetRecord): boolean {
  return isGoodFor(ctx, kept, 0)
}

function isStillGood(ctx: Context, kept: RemoteKeySetRecord): boolean {
  return isGoodFor(ctx, kept, staleSeconds)
}

/** Whether keys are fresh, or were within this time. Those that were read while the clock was ahead count as old. */
function isGoodFor(
  { now }: Context,
  { keySet, fetchedAt, freshUntil }: RemoteKeySetRecord,
  seconds: number,
): boolean {
  if (keySet === '' || fetchedAt === null || freshUntil === null) return false
  return !isFromFuture(fetchedAt, now) && addSeconds(freshUntil, seconds) > now
}

async function used(ctx: Context, kept: RemoteKeySetRecord): Promise<readonly PublicJwk[]> {
  const lastUsedOn = today(ctx)
  if (kept.lastUsedOn < lastUsedOn) {
    await ctx.store.remoteKeySets.change(kept.uriHash, { lastUsedOn })
  }
  return storedKeys(kept.keySet)
}

function claim(ctx: Context, place: Place): Promise<boolean> {
  return ctx.store.remoteKeySets.claim(attemptOf(ctx, place), addSeconds(ctx.now, -pauseSeconds))
}

function attemptOf(ctx: Context, { uri, uriHash }: Place) {
  return { uri, uriHash, triedAt: ctx.now, lastUsedOn: today(ctx) }
}

function today({ now }: Context): Date {
  return new Date(Math.floor(now.getTime() / daysInMs) * daysInMs)
}

interface Fetched {
  readonly keys: readonly PublicJwk[]
  readonly leftOut: readonly unknown[]
  /** How long keys stay fresh. */
  readonly seconds: number
}

/** Fetches the keys. @returns the failure as a word */
async function fetchKeySet(ctx: Context, place: Place): Promise<Fetched | string> {
  const { uri: url, policy } = place
  const answer = await sendOutbound(ctx, {
    purpose: 'key_set',
    method: 'GET',
    url,
    policy,
    isOfStranger: policy === 'public',
    allowsHttp: false,
    accept: 'application/json',
    body: maxBytes,
  })
  const fetched = answer.outcome === 'answered' ? readAnswer(ctx, answer, place) : answer.outcome
  if (typeof fetched === 'string') {
    const { requestId } = ctx
    const host = URL.parse(url)?.host ?? ''
    ctx.log.warn({ requestId, host, outcome: fetched }, 'the keys of a client cannot be used')
  }
  return fetched
}

/** Stores fetched keys; a failure keeps the stored ones. */
function keep(ctx: Context, { uriHash }: Place, fetched: Fetched | string): Promise<void> {
  const { store, now } = ctx
  if (typeof fetched === 'string') {
    return store.remoteKeySets.change(uriHash, { lastFailure: fetched })
  }
  const { keys, seconds } = fetched
  return store.remoteKeySets.change(uriHash, {
    keySet: JSON.stringify({ keys }),
    fetchedAt: now,
    freshUntil: addSeconds(now, seconds),
    lastFailure: '',
  })
}

type Answer = Extract<Awaited<ReturnType<typeof sendOutbound>>, { outcome: 'answered' }>

/** Keys that cannot be used are left out, so that an additional key never locks a client out (RFC 7517 section 5). */
function readAnswer(
  ctx: Context,
  { status, body, headers }: Answer,
  { uri }: Place,
): Fetched | string {
  if (status !== 200) return `http_${status}`
  const entries = readKeySet(body.toString('utf8'))
  if (!entries || entries.length > maxEntries) return 'key_set_unreadable'
  const judged = entries.map((entry) => ({ entry, verdict: judgeKey(entry) }))
  if (judged.some(({ verdict }) => verdict === 'secret')) {
    const host = URL.parse(uri)?.host ?? ''
    ctx.log.warn({ requestId: ctx.requestId, host }, 'a client publishes a private key')
  }
  const keys = judged.flatMap(({ entry, verdict }) =>
    verdict === 'usable' ? [entry as PublicJwk] : [],
  )
  const leftOut = judged.flatMap(({ entry, verdict }) => (verdict === 'usable' ? [] : [entry]))
  return { keys, leftOut, seconds: freshSeconds(headers) }
}

function nameOf(entry: unknown): string {
  const kid = typeof entry === 'object' && entry !== null && Reflect.get(entry, 'kid')
  return typeof kid === 'string' ? kid.slice(0, 200) : ''
}
