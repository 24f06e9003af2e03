import { loopbackAddress } from '#lib/base/network/ip.ts'
import type { Field } from '#lib/base/network/url.ts'
import type { AnyContext } from '#lib/context.ts'
import { sendOutbound } from '#lib/outbound/request.ts'
import { ProviderFailure } from './failure.ts'

type Sender = Pick<AnyContext, 'config' | 'log'>

/** The longest answers, in bytes. */
export const maxDocument = 256 * 1024
const maxAnswer = 64 * 1024

/** `http` is for servers on this machine while this server itself is reached there: development and tests. */
export function allowsHttp({ config }: Pick<Sender, 'config'>): boolean {
  return loopbackAddress(new URL(config.baseUrl).hostname) !== null
}

/** True for an address that a browser may be sent to, and that this server may ask. */
export function isProviderAddress(ctx: Pick<Sender, 'config'>, address: string): boolean {
  const url = URL.parse(address)
  if (url?.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && allowsHttp(ctx) && loopbackAddress(url.hostname) !== null
}

interface Asked {
  readonly method: 'GET' | 'POST'
  readonly accept: string
  readonly authorization?: string
  readonly form?: readonly Field[]
  readonly maxBytes?: number
}

/**
 * Sends a request to a provider.
 * @throws ProviderFailure `unreachable`
 */
export async function askProvider(ctx: Sender, url: string, asked: Asked): Promise<Response> {
  if (!isProviderAddress(ctx, url)) throw new ProviderFailure('unreachable', 'refused_address')
  const { maxBytes = maxAnswer, ...request } = asked
  const answer = await sendOutbound(ctx, {
    ...request,
    purpose: 'identity_provider',
    url,
    policy: 'administered',
    allowsHttp: allowsHttp(ctx),
    body: maxBytes,
  })
  if (answer.outcome !== 'answered') throw new ProviderFailure('unreachable', answer.outcome)
  const { status, body, headers } = answer
  if (status >= 500 || status < 200) throw new ProviderFailure('unreachable', `status_${status}`)
  const kept = ['content-type', 'cache-control', 'date', 'www-authenticate'] as const
  const pairs = kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []))
  const isEmpty = status === 204 || status === 304
  return new Response(isEmpty ? null : new Uint8Array(body), {
    status,
    headers: pairs as [string, string][],
  })
}

/** The transport for a library that would use `fetch`. */
export function providerFetch(ctx: Sender) {
  return (url: string, sent: FetchOptions): Promise<Response> => {
    const headers = new Headers(sent.headers)
    const authorization = headers.get('authorization')
    return askProvider(ctx, url, {
      method: sent.method === 'POST' ? 'POST' : 'GET',
      accept: headers.get('accept') ?? 'application/json',
      ...(authorization === null ? {} : { authorization }),
      ...(sent.body === undefined ? {} : { form: [...new URLSearchParams(sent.body)] }),
    })
  }
}

interface FetchOptions {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: URLSearchParams | undefined
}
