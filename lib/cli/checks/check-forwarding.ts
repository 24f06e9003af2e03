import { once } from 'node:events'
import { connect } from 'node:net'
import { sha256Base64url } from '#lib/base/crypto/hash.ts'
import { randomToken, randomUuid } from '#lib/base/crypto/random.ts'
import { isTrustedPeer, loopbackAddress } from '#lib/base/network/ip.ts'
import { consoleClientIdentifier } from '#lib/domain/permissions/built-in.ts'
import { type AddressCheck, ask, timeoutMs } from './check-address.ts'
import { type Finding, findings, reasonOf } from './finding.ts'

const proxy = findings('proxy')

/** A documentation address (RFC 5737): the server sees it only if it trusts our forged header. */
const forged = '192.0.2.123'

/**
 * Starts a sign-in through the public address with a forged `X-Forwarded-For`, and reads the recorded client
 * address from the database. The interaction expires by itself.
 */
export async function checkForwarding(check: AddressCheck): Promise<Finding[]> {
  try {
    const requestId = randomUuid()
    const answer = await begin(check, requestId)
    const interaction = new URL(answer.headers.get('location') ?? '', check.config.baseUrl)
      .searchParams
    const stored = await check.store.interactions.findByIdentifier(
      interaction.get('ceremony') ?? '',
    )
    if (!stored) {
      const text = `cannot check forwarded addresses: the sign-in request returned ${answer.status}.`
      return [proxy.warning(text)]
    }
    return [await judge(check, stored.ipAddress, answer.headers.get('x-request-id') === requestId)]
  } catch (error) {
    return [proxy.warning(`cannot check forwarded addresses: ${reasonOf(error)}.`)]
  }
}

async function begin({ config, store }: AddressCheck, requestId: string): Promise<Response> {
  const client = await store.clients.findByIdentifier(consoleClientIdentifier)
  const parameters = new URLSearchParams({
    client_id: consoleClientIdentifier,
    redirect_uri: client?.redirectUris[0]?.uri ?? '',
    response_type: 'code',
    scope: 'openid',
    state: 'doctor',
    code_challenge: sha256Base64url(randomToken()),
    code_challenge_method: 'S256',
  })
  const headers = { 'x-forwarded-for': forged, 'x-request-id': requestId }
  return ask(`${config.baseUrl}/auth/authorize?${parameters}`, headers)
}

/** @param isBelieved true when the server adopted our request id, so it trusts the peer that connects to it */
async function judge(
  { config }: AddressCheck,
  seen: string,
  isBelieved: boolean,
): Promise<Finding> {
  const { protocol, hostname } = new URL(config.baseUrl)
  if (seen === forged) {
    const own = await ownAddress(config.baseUrl)
    // Our own address is a trusted proxy, so the server skips it and takes the forged entry, even when the proxy
    // appends correctly.
    if (config.trustedProxies.length > 0 && isTrustedPeer(own, config)) {
      return proxy.warning(
        `cannot tell from here whether visitors can forge their address: doctor reaches BASE_URL from ${own}, which is in TRUSTED_PROXIES. Sign in from another machine, and check that your account shows its address under Sessions and devices.`,
      )
    }
    const text = `visitors can forge their address with X-Forwarded-For. Configure the proxy to overwrite or extend that header, list the proxy in TRUSTED_PROXIES, and block all other access to the port.`
    return loopbackAddress(hostname) === null ? proxy.problem(text) : proxy.warning(text)
  }
  if (config.trustProxy) {
    if (isBelieved)
      return proxy.ok(
        `the server uses forwarded addresses, and visitors cannot forge them (seen: ${seen}).`,
      )
    return proxy.warning(
      `the server sees this machine as ${seen}. If that is the address of the proxy, add it to TRUSTED_PROXIES. If it is the address of this machine, change nothing.`,
    )
  }
  // This server speaks http, so an https address means that a proxy terminates TLS.
  if (protocol === 'https:') {
    return proxy.problem(
      `all visitors appear to have the address of the proxy (${seen}), also in limits and the audit log. Set TRUST_PROXY=true and TRUSTED_PROXIES=${seen}.`,
    )
  }
  return proxy.ok(`no proxy; the server uses the addresses of the connections (seen: ${seen}).`)
}

/**
 * The local address of a connection to the public address: the address a proxy there sees, unless an intermediary
 * opens a new connection.
 */
async function ownAddress(baseUrl: string): Promise<string> {
  const { protocol, hostname, port } = new URL(baseUrl)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) })
    return socket.localAddress ?? ''
  } finally {
    socket.destroy()
  }
}
