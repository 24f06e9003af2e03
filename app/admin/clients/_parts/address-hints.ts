import type { Kind } from '#lib/guides/guide.ts'

/** A hint about an address, as the end of its text's key. The save never alters an address. */
export type AddressHint = 'host_as_scheme' | 'http_in_browser' | 'localhost_name'

/** An http address that browsers treat as secure: the machine itself. */
const loopbackName = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** The hint about a redirect URI or a web origin of a client; null for none. */
export function addressHint(address: string, kind: Kind): AddressHint | null {
  if (correctedAddress(address)) return 'host_as_scheme'
  if (!/^http:/i.test(address) || !URL.canParse(address)) return null
  const { hostname } = new URL(address)
  // Browsers offer no Web Crypto there, which PKCE needs.
  if (kind === 'spa' && !loopbackName.test(hostname)) return 'http_in_browser'
  if (kind === 'native' && /^localhost$/i.test(hostname)) return 'localhost_name'
  return null
}

/** `localhost:5173/cb` is read as the scheme `localhost`: the address that was meant; null for every other one. */
export function correctedAddress(address: string): string | null {
  return /^(?:localhost|[\w-]+(?:\.[\w-]+)*\.localhost|127(?:\.\d{1,3}){3}):\d+(?:\/|$)/i.test(
    address,
  )
    ? `http://${address}`
    : null
}
