import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Who chose the address of a request. `public`: a stranger did, so only addresses of the public internet are
 * connected to. `administered`: an administrator did, and applications of the same company live in private networks.
 */
export type AddressPolicy = 'public' | 'administered'

/** Metadata services of clouds outside of the link-local networks. They give credentials to every caller. */
const metadataServices: ReadonlySet<string> = new Set(['100.100.100.200', 'fd00:ec2::254'])

/** Ranges of `ipaddr.js` that an administrator's address may be in besides the public internet. */
const internalRanges: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'carrierGradeNat',
])

const globalUnicast = ipaddr.IPv6.parse('2000::')

/**
 * True when a request may connect to the address. Addresses that carry an IPv4 address are judged by it.
 * @param address as the resolver gave it
 * @param allowsLoopback also for `public`: this server itself is reached by a loopback address, as in development
 */
export function mayConnectTo(
  address: string,
  policy: AddressPolicy,
  allowsLoopback: boolean,
): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  return judged(ipaddr.parse(address)).every((part) => isAllowed(part, policy, allowsLoopback))
}

function isAllowed(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  policy: AddressPolicy,
  allowsLoopback: boolean,
): boolean {
  const range = address.range()
  // `ipaddr.js` calls unicast what it does not know; the public internet is one network of IPv6 (RFC 4291 section 2.4).
  if (range === 'unicast') return address instanceof ipaddr.IPv4 || address.match(globalUnicast, 3)
  if (policy === 'public') return range === 'loopback' && allowsLoopback
  return internalRanges.has(range) && !metadataServices.has(address.toString())
}

/**
 * The addresses that decide: the IPv4 addresses within an IPv6 address (mapped, RFC 6052, RFC 6145, RFC 8215, 6to4;
 * Teredo has two), else the address itself.
 */
function judged(address: ipaddr.IPv4 | ipaddr.IPv6): readonly (ipaddr.IPv4 | ipaddr.IPv6)[] {
  if (address instanceof ipaddr.IPv4) return [address]
  const bytes = address.toByteArray()
  const inner = (from: number, mask = 0) =>
    new ipaddr.IPv4(bytes.slice(from, from + 4).map((byte) => byte ^ mask))
  switch (address.range()) {
    case 'ipv4Mapped':
    case 'rfc6145':
    case 'rfc6052':
      return [inner(12)]
    case '6to4':
      return [inner(2)]
    case 'teredo':
      return [inner(4), inner(12, 0xff)]
    default:
      return [address]
  }
}
