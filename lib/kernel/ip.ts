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
 * from the right, because only its right end was written by a proxy that is believed, up to the first
 * hop that cannot be read: what stands left of it may be the client's own.
 * @param peer address at the other end of the connection
 * @returns the canonical address, or '' when not even the peer is known
 */
export function clientAddress(peer: string, headers: HeaderSource, trust: ProxyTrust): string {
  const connected = canonicalAddress(peer) ?? ''
  if (!isTrustedPeer(peer, trust)) return connected
  const forwarded = headers.get('x-forwarded-for')
  if (forwarded === null) return hopAddress(headers.get('x-real-ip') ?? '') ?? connected
  let nearest = connected
  for (const text of forwarded.split(',').reverse()) {
    const hop = hopAddress(text)
    if (hop === null) break
    nearest = hop
    if (trust.trustedProxies.length === 0 || !isListed(hop, trust.trustedProxies)) break
  }
  return nearest
}

/** The address in an entry of `X-Forwarded-For`, which may have a port (`192.0.2.1:443`, `[2001:db8::1]:443`). */
function hopAddress(text: string): string | null {
  const hop = text.trim()
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(hop) ?? []
  return canonicalAddress(bracketed ?? plain ?? hop)
}

/** True when every peer's forwarded headers are believed, because no proxies are named. */
export function trustsEverybody({ trustProxy, trustedProxies }: ProxyTrust): boolean {
  return trustProxy && trustedProxies.length === 0
}

/** True when the peer is a proxy whose forwarded headers are believed. */
export function isTrustedPeer(peer: string, trust: ProxyTrust): boolean {
  if (!trust.trustProxy) return false
  if (trustsEverybody(trust)) return true
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

/**
 * The networks that a client is one of, the narrowest first: an IPv4 address itself; of an IPv6 address /64, /56 and
 * /48, since whoever has one of these has all that it holds.
 */
export function addressBlocks(ip: string): readonly [string, ...string[]] {
  const address = parseAddress(ip)
  if (address === null || address.kind() === 'ipv4') return [addressBlock(ip)]
  const [first = 0, second = 0, third = 0, fourth = 0] = (address as ipaddr.IPv6).parts
  const network = (part: number, bits: number) =>
    `${new ipaddr.IPv6([first, second, third, part, 0, 0, 0, 0]).toString()}/${bits}`
  return [addressBlock(ip), network(fourth & 0xff00, 56), network(0, 48)]
}

/** The widest of a client's `addressBlocks`. */
export function widestBlock(ip: string): string {
  return addressBlocks(ip).at(-1) ?? ip
}

/**
 * True for an address literal or a CIDR block such as `10.0.0.0/8`. Not for a block that is wider than all IPv4
 * addresses in their IPv6 form (`::ffff:0:0/90`): the rest of it is nobody's address.
 */
export function isAddressOrBlock(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  // Node accepts zones (`%br-lan`); the library, which compares the addresses, throws at some of them.
  if (version === 0 || !ipaddr.isValid(address) || rest.length > 0) return false
  if (bits === undefined) return true
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128)) return false
  return version === 4 || Number(bits) >= mappedBits || !isMapped(ipaddr.parse(address))
}

function isListed(ip: string, list: readonly string[]): boolean {
  const address = ipaddr.process(ip)
  return list.some((entry) => {
    const [network, bits] = blockOf(entry)
    return network.kind() === address.kind() && address.match(network, bits)
  })
}

/** Bits before an IPv4 address in its IPv6 form. */
const mappedBits = 96

/** Network and bits of an address or block; IPv4 in its IPv6 form becomes IPv4, as in what is compared with it. */
function blockOf(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (!entry.includes('/')) {
    const address = ipaddr.process(entry)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  }
  const [network, bits] = ipaddr.parseCIDR(entry)
  return isMapped(network) ? [network.toIPv4Address(), bits - mappedBits] : [network, bits]
}

function isMapped(address: ipaddr.IPv4 | ipaddr.IPv6): address is ipaddr.IPv6 {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
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

/**
 * Where this machine is reached under a name or address that stands only for itself; null for any other.
 * An address is taken as it is written: who asks for `::1` or `127.0.0.2` does not come by 127.0.0.1.
 * @param host of a URL or by itself, with or without brackets
 */
export function loopbackAddress(host: string): string | null {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  if (name === 'localhost' || name.endsWith('.localhost')) return '127.0.0.1'
  return name === '::1' || (isIP(name) === 4 && name.startsWith('127.')) ? name : null
}

/** True for an http address of another machine: what is sent there can be read on the way. */
export function isReadableOnTheWay(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && loopbackAddress(hostname) === null
}
