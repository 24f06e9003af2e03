import { loopbackAddress } from './ip.ts'

/**
 * True for the address of a server that an administrator may have this one ask: https, without a user. Servers on this
 * machine may be plain http while this server itself is reached there: development and tests.
 */
export function isServerAddress(address: string, baseUrl: string): boolean {
  const url = URL.parse(address)
  if (url?.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  return (
    url.protocol === 'http:' &&
    loopbackAddress(url.hostname) !== null &&
    loopbackAddress(new URL(baseUrl).hostname) !== null
  )
}
