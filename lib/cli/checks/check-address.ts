import type { Config } from '#lib/config/config.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'
import { checkClock } from './check-clock.ts'
import { type Finding, findings, reasonOf } from './finding.ts'

const address = findings('BASE_URL')
/** Time limit for a response or a connection. */
export const timeoutMs = 10_000
/** Maximum response size; this server's responses are far smaller. */
const maxBodyBytes = 1024 * 1024

export interface AddressCheck {
  readonly config: Pick<Config, 'baseUrl' | 'trustProxy' | 'trustedProxies'>
  readonly store: Store
  readonly settings: SettingsRecord
  readonly clock: () => Date
}

/**
 * Checks that the public address leads to a server on this database: it must be ready and publish the stored signing
 * keys. An issuer other than the address is a warning.
 * @returns findings; without a problem among them, further checks may use the address
 */
export async function checkAddress(check: AddressCheck): Promise<Finding[]> {
  const { config, store, settings, clock } = check
  const { baseUrl } = config
  try {
    const ready = await ask(`${baseUrl}/ready`)
    const found = [checkClock('the server at BASE_URL', dateOf(ready, clock), clock())]
    if (ready.status !== 200) return [address.problem(describeStatus(baseUrl, ready)), ...found]
    const stored = (await store.signingKeys.listPublic()).map((key) => key.keyIdentifier)
    const published = kidsOf(await readJson(await ask(`${baseUrl}/certs`)))
    const isThisOne = published.length > 0 && published.every((kid) => stored.includes(kid))
    if (!isThisOne) {
      const text = `${baseUrl} leads to a server with other signing keys. Check BASE_URL, DATABASE_URL and the proxy.`
      return [address.problem(text), ...found]
    }
    return [address.ok(`${baseUrl} leads to this server.`), ...issuer(settings, baseUrl), ...found]
  } catch (error) {
    return [
      address.problem(
        `${baseUrl} does not respond (${reasonOf(error)}). Check that the server is running, and check DNS, proxy, certificate and firewall.`,
      ),
    ]
  }
}

/** Requests without following redirects: the public address itself must answer. */
export function ask(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs)
  return fetch(url, { redirect: 'manual', headers, signal })
}

function issuer({ issuer: stored }: SettingsRecord, baseUrl: string): Finding[] {
  if (stored === baseUrl) return []
  return [
    address.warning(
      `the issuer in the settings is ${stored}: applications that discover ${baseUrl} refuse its tokens. Change the issuer or BASE_URL.`,
    ),
  ]
}

function describeStatus(baseUrl: string, { status, headers }: Response): string {
  const location = headers.get('location')
  if (location)
    return `${baseUrl} redirects to ${location}. Set BASE_URL to the address that users end up at.`
  if (status === 503) return `the server at ${baseUrl} is not ready. See /ready and its log.`
  return `${baseUrl}/ready returned ${status}: another program or the proxy answers there.`
}

function dateOf({ headers }: Response, clock: () => Date): Date {
  const date = new Date(headers.get('date') ?? '')
  return Number.isNaN(date.getTime()) ? clock() : date
}

async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    length += chunk.byteLength
    if (length > maxBodyBytes) throw new Error('the response is too long')
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return null
  }
}

function kidsOf(content: unknown): string[] {
  const { keys } = (content ?? {}) as { keys?: unknown }
  return Array.isArray(keys) ? keys.map((key) => String(key?.kid)) : []
}
