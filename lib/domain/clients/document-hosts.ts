import { refuse } from '#lib/answers/refusal.ts'
import { loopbackAddress } from '#lib/base/network/ip.ts'
import type { Config } from '#lib/config/config.ts'
import { invalidField } from '../values/validation.ts'

/** The treatment of documents of hosts that are not listed. */
export const otherHostRules = ['refuse', 'approve', 'allow'] as const
export type OtherHostRule = (typeof otherHostRules)[number]

const maxHosts = 100
const maxCharacters = 253

/** A DNS name of two labels or more, in lower case; the last one is no number, so it is no IP address. */
const dnsName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * True for the host of a metadata document: a DNS name, no IP address.
 * @param host without port
 */
export function isDocumentHost({ baseUrl }: Pick<Config, 'baseUrl'>, host: string): boolean {
  if (host === 'localhost') return loopbackAddress(new URL(baseUrl).hostname) !== null
  return host.length <= maxCharacters && dnsName.test(host)
}

/**
 * Checks the list of trusted hosts, each with a port where it is not 443.
 * @returns the text to store
 * @throws Refusal VALIDATION_ERROR (too many, repeated), validator.protocol.host
 */
export function checkDocumentHosts(
  config: Pick<Config, 'baseUrl'>,
  field: string,
  sent: readonly string[],
): string {
  if (sent.length > maxHosts) throw invalidField(field, `may have at most ${maxHosts} entries`)
  const hosts = sent.map((entry) => checkHost(config, entry.trim().toLowerCase()))
  const repeated = hosts.find((host, at) => hosts.indexOf(host) !== at)
  if (repeated !== undefined) throw invalidField(field, `names the host '${repeated}' twice`)
  return hosts.join(' ')
}

function checkHost(config: Pick<Config, 'baseUrl'>, entry: string): string {
  const [, host = '', port] = /^([^:]+)(?::(\d{1,5}))?$/.exec(entry) ?? []
  const isPort = port === undefined || (Number(port) >= 1 && Number(port) <= 65_535)
  if (!isDocumentHost(config, host) || !isPort) {
    throw refuse('validator.protocol.host', { parameters: { host: entry } })
  }
  return port === undefined || Number(port) === 443 ? host : `${host}:${Number(port)}`
}
