import { lookup } from 'node:dns/promises'
import type { Duplex } from 'node:stream'
import { type AddressPolicy, mayConnectTo } from './addresses.ts'
import { connectFirst } from './connect.ts'
import { inStage, OutboundError } from './outcomes.ts'
import { secureConnection } from './secure.ts'

/** Finds all addresses of a name. */
export type Resolver = (host: string) => Promise<readonly string[]>

/** The addresses that a request may connect to. */
export interface Reach {
  readonly policy: AddressPolicy
  /** See `mayConnectTo`. */
  readonly allowsLoopback: boolean
  readonly resolve: Resolver
}

/** Resolves names as the operating system does, in the order that it prefers. */
export const resolveBySystem: Resolver = async (host) => {
  const found = await lookup(host, { all: true, order: 'verbatim' })
  return found.map(({ address }) => address)
}

/**
 * Opens a connection to the server of an address. The name is resolved once, and every address is judged: one refused
 * address refuses the name. The connection uses a judged address, so a name that changes its answer gains nothing.
 * @throws OutboundError
 */
export async function openConnection(
  url: URL,
  { policy, allowsLoopback, resolve }: Reach,
  limit: AbortSignal,
): Promise<Duplex> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isSecure = url.protocol === 'https:'
  const addresses = await inStage('name_not_found', limit, () => orAborted(resolve(host), limit))
  if (addresses.length === 0) throw new OutboundError('name_not_found')
  if (!addresses.every((address) => mayConnectTo(address, policy, allowsLoopback))) {
    throw new OutboundError('refused_address')
  }
  const port = Number(url.port) || (isSecure ? 443 : 80)
  const socket = await inStage('connect_failed', limit, () => connectFirst(addresses, port, limit))
  if (!isSecure) return socket
  return inStage('tls_failed', limit, () => secureConnection(socket, host, limit))
}

/** A resolution cannot be stopped; its late answer is ignored. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) throw signal.reason
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
