import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which proxy headers are trusted. */
export interface ProxyTrust {
  /** Off: the client is the peer of the connection, whatever the headers say. */
  readonly trustProxy: boolean
  /** Addresses and CIDR blocks of proxies; empty: every peer counts as a proxy. */
  readonly trustedProxies: readonly string[]
}

export interface HeaderSource {
  get(name: string): string | null
}

/**
 * The client's address for limits, sessions, audit and logs. `X-Forwarded-For` is read from the right, because only
 * trusted proxies wrote that end. Reading stops at the first malformed hop: everything left of it may come from the
 * client.
 * @param peer address of the connection's other end
 * @returns the canonical address, or '' when even the peer is unknown
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

/** The address of an `X-Forwarded-For` entry, which may have a port (`192.0.2.1:443`, `[2001:db8::1]:443`). */
function hopAddress(text: string): string | null {
  const hop = text.trim()
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(hop) ?? []
  return canonicalAddress(bracketed ?? plain ?? hop)
}

/** True when proxy headers of every peer are trusted, because no proxies are listed. */
export function trustsEverybody({ trustProxy, trustedProxies }: ProxyTrust): boolean {
  return trustProxy && trustedProxies.length === 0
}

/** True when the peer is a trusted proxy. */
export function isTrustedPeer(peer: string, trust: ProxyTrust): boolean {
  if (!trust.trustProxy) return false
  if (trustsEverybody(trust)) return true
  const connected = canonicalAddress(peer)
  return connected !== null && isListed(connected, trust.trustedProxies)
}

/**
 * The network that limits count as one client: an IPv4 address itself, or the /64 network of an IPv6 address. A client
 * with one IPv6 address usually controls its whole /64.
 */
export function addressBlock(ip: string): string {
  const address = parseAddress(ip)
  if (address === null || address.kind() === 'ipv4') return address?.toString() ?? ip
  const network = [...(address as ipaddr.IPv6).parts.slice(0, 4), 0, 0, 0, 0]
  return `${new ipaddr.IPv6(network).toString()}/64`
}

/**
 * The networks of a client, narrowest first: an IPv4 address itself, or the /64, /56 and /48 of an IPv6 address.
 * Providers assign clients networks of any of these sizes.
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
 * True for an address literal or a CIDR block such as `10.0.0.0/8`. False for a block wider than the IPv4-mapped range
 * (`::ffff:0:0/90`): the remainder of such a block contains no valid address.
 */
export function isAddressOrBlock(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  // Node accepts zones (`%br-lan`); the library that compares addresses throws on some of them.
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

/** Length of the prefix of an IPv4-mapped IPv6 address. */
const mappedBits = 96

/** Network and prefix length of an address or block. IPv4-mapped IPv6 becomes IPv4, as in the compared address. */
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
  // Node rejects IPv4 literals with leading zeros, so the text is already canonical.
  if (isIPv4(text)) return text
  return parseAddress(text)?.toString() ?? null
}

/** Only literals: the library alone would accept `127.1` and `0x7f.1` too. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const literal = text.trim().replace(/%.*$/, '')
  return isIP(literal) === 0 ? null : ipaddr.process(literal)
}

/**
 * The loopback address that a host name or address means; null for any other host. An address stays as written: `::1`
 * and `127.0.0.2` are not reached at 127.0.0.1.
 * @param host of a URL or by itself, with or without brackets
 */
export function loopbackAddress(host: string): string | null {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  if (name === 'localhost' || name.endsWith('.localhost')) return '127.0.0.1'
  return name === '::1' || (isIP(name) === 4 && name.startsWith('127.')) ? name : null
}

/** True for an http address of another machine: the network can read what is sent there. */
export function isReadableOnTheWay(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && loopbackAddress(hostname) === null
}

/** False for loopback, private and other addresses of one's own networks, and for what is no address. */
export function isPublicAddress(ip: string): boolean {
  return parseAddress(ip)?.range() === 'unicast'
}
