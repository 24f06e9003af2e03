import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which forwarded headers may be believed. */
export interface ProxyTrust {
  /** Off: the peer of the connection is the client, whatever the headers say. */
  readonly trustProxy: boolean
  /** Addresses and CIDR blocks of proxies; empty: whoever connects is one. */
  readonly trustedProxies: readonly string[]
}

/** The headers of a request, read by name. */
interface HeaderSource {
  get(name: string): string | null
}

/**
 * The client's address: one resolver for limits, sessions, audit and logs. `X-Forwarded-For` is read
 * from the right, because only its right end was written by a proxy that is believed.
 * @param peer address at the other end of the connection
 * @returns the canonical address, or '' when not even the peer is known
 */
export function clientAddress(peer: string, headers: HeaderSource, trust: ProxyTrust): string {
  const connected = canonicalAddress(peer) ?? ''
  if (!isTrustedPeer(peer, trust)) return connected
  const hops = (headers.get('x-forwarded-for') ?? '').split(',').map(canonicalAddress)
  let nearest: string | null = null
  for (const hop of hops.reverse()) {
    if (hop === null) continue
    nearest = hop
    if (trust.trustedProxies.length === 0 || !isListed(hop, trust.trustedProxies)) return hop
  }
  return nearest ?? canonicalAddress(headers.get('x-real-ip') ?? '') ?? connected
}

/** True when the peer is a proxy whose forwarded headers are believed. */
export function isTrustedPeer(peer: string, trust: ProxyTrust): boolean {
  if (!trust.trustProxy) return false
  if (trust.trustedProxies.length === 0) return true
  const connected = canonicalAddress(peer)
  return connected !== null && isListed(connected, trust.trustedProxies)
}

/**
 * What one client can be held to: an IPv4 address itself, of an IPv6 address its /64 network, since
 * whoever has one address there has them all.
 */
export function addressBlock(ip: string): string {
  const address = parseAddress(ip)
  if (address === null || address.kind() === 'ipv4') return address?.toString() ?? ip
  const network = [...(address as ipaddr.IPv6).parts.slice(0, 4), 0, 0, 0, 0]
  return `${new ipaddr.IPv6(network).toString()}/64`
}

/** True for an address literal or a CIDR block such as `10.0.0.0/8`. */
export function isAddressOrBlock(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

function isListed(ip: string, list: readonly string[]): boolean {
  const address = ipaddr.process(ip)
  return list.some((entry) => {
    const [network, bits] = ipaddr.parseCIDR(entry.includes('/') ? entry : withAllBits(entry))
    return network.kind() === address.kind() && address.match(network, bits)
  })
}

function withAllBits(ip: string): string {
  const address = ipaddr.process(ip)
  return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`
}

function canonicalAddress(text: string): string | null {
  // Written without leading zeros, or it would not count as one: it is its canonical form already.
  if (isIPv4(text)) return text
  return parseAddress(text)?.toString() ?? null
}

/** Only literals: the library alone would take `127.1` and `0x7f.1` too. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const literal = text.trim().replace(/%.*$/, '')
  return isIP(literal) === 0 ? null : ipaddr.process(literal)
}
