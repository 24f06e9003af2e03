import { countOutboundRequest } from '#lib/base/log/metrics.ts'
import { loopbackAddress } from '#lib/base/network/ip.ts'
import type { Context } from '#lib/context.ts'
import type { AddressPolicy } from './addresses.ts'
import { type Exchange, exchange, type HttpAnswer } from './exchange.ts'
import { noteReach } from './note-reach.ts'
import { inStage, OutboundError, type OutboundFailure, type OutboundPurpose } from './outcomes.ts'
import { openConnection, type Reach, type Resolver, resolveBySystem } from './reach.ts'
import { withSlot } from './slots.ts'

/** Outside of a transaction. Without a store, as on the command line, nothing is noted. */
export type OutboundContext = Pick<Context, 'config' | 'log'> &
  Partial<Pick<Context, 'store' | 'now'>>

export interface OutboundRequest extends Omit<Exchange, 'url'> {
  readonly purpose: OutboundPurpose
  readonly url: string
  readonly policy: AddressPolicy
  /** Whether no administrator chose the address or its host; absent: one did. */
  readonly isOfStranger?: boolean
  /** Also `http` addresses. */
  readonly allowsHttp: boolean
  /** Time limit of the whole request; absent: five seconds. */
  readonly withinMs?: number
}

export type OutboundAnswer =
  | ({ readonly outcome: 'answered' } & HttpAnswer)
  | { readonly outcome: OutboundFailure }

/** Limit for connecting, in milliseconds, with resolution of the name and handshake. */
const connectMs = 3_000
/** Limit of the whole request, in milliseconds. */
const totalMs = 5_000

/**
 * Sends a request to another server; no other code of this program opens an HTTP connection to one. It follows no
 * redirect, uses no proxy, and sends no cookie. Faults of the other side are outcomes, never thrown.
 */
export async function sendOutbound(
  ctx: OutboundContext,
  request: OutboundRequest,
  resolve: Resolver = resolveBySystem,
): Promise<OutboundAnswer> {
  const { purpose, policy, isOfStranger = false } = request
  const started = performance.now()
  const url = allowedUrl(request)
  const allowsLoopback = loopbackAddress(new URL(ctx.config.baseUrl).hostname) !== null
  const answer = await outcomeOf(() => {
    if (!url) throw new OutboundError('refused_address')
    return send({ ...request, url }, { policy, allowsLoopback, resolve })
  })
  const { outcome } = answer
  countOutboundRequest(purpose, outcome)
  const durationMs = Math.round(performance.now() - started)
  ctx.log.info(
    { purpose, host: url?.host ?? '', outcome, durationMs },
    'sent a request to another server',
  )
  const { store, now, log } = ctx
  if (store && now) await noteReach({ store, now, log }, { purpose, isOfStranger }, outcome)
  return answer
}

function allowedUrl({ url, allowsHttp }: OutboundRequest): URL | null {
  const parsed = URL.parse(url)
  if (parsed?.username !== '' || parsed.password !== '') return null
  return parsed.protocol === 'https:' || (allowsHttp && parsed.protocol === 'http:') ? parsed : null
}

async function outcomeOf(work: () => Promise<HttpAnswer>): Promise<OutboundAnswer> {
  try {
    return { outcome: 'answered', ...(await work()) }
  } catch (error) {
    if (error instanceof OutboundError) return { outcome: error.failure }
    throw error
  }
}

type UrlRequest = Exchange & Pick<OutboundRequest, 'purpose' | 'withinMs'>

/**
 * The time of a logout notification begins with the request itself, because no visitor waits for it. The time of other
 * requests includes the wait for a slot.
 */
function send(request: UrlRequest, reach: Reach): Promise<HttpAnswer> {
  const { purpose, url } = request
  if (purpose === 'backchannel_logout') {
    return withSlot(purpose, url.host, null, () =>
      exchangeWithin(AbortSignal.timeout(totalMs), request, reach),
    )
  }
  const limit = AbortSignal.timeout(request.withinMs ?? totalMs)
  return inStage('timeout', limit, () =>
    withSlot(purpose, url.host, limit, () => exchangeWithin(limit, request, reach)),
  )
}

async function exchangeWithin(
  limit: AbortSignal,
  request: UrlRequest,
  reach: Reach,
): Promise<HttpAnswer> {
  const connecting = AbortSignal.any([limit, AbortSignal.timeout(connectMs)])
  const connection = await openConnection(request.url, reach, connecting)
  try {
    return await inStage('protocol_error', limit, () => exchange(connection, request, limit))
  } finally {
    connection.destroy()
  }
}
