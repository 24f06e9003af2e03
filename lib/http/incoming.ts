import { isUtf8 } from 'node:buffer'
import { type Incoming, isForm } from '#lib/base/network/incoming.ts'
import { noParameters, type Parameters, parseParameters } from '#lib/base/text/parameters.ts'
import type { Config } from '#lib/config/config.ts'
import { readCookies } from './cookies.ts'
import type { HttpRequest } from './exchange.ts'
import { readBody } from './read-body.ts'

/** The part of a request before its body. */
export type Head = Omit<Incoming, 'body' | 'form'>

/**
 * Reads a request into data.
 * @param bodyLimit largest body, in bytes
 * @param params values of the path's `[name]` segments
 */
export async function readIncoming(
  request: HttpRequest,
  config: Config,
  bodyLimit: number,
  params: Readonly<Record<string, string>> = {},
): Promise<Incoming> {
  const head = readHead(request, config, params)
  const body = await readBody(request, bodyLimit)
  return { ...head, body, form: isForm(head) ? readForm(body) : noParameters }
}

/** @param params values of the path's `[name]` segments */
export function readHead(
  request: HttpRequest,
  config: Config,
  params: Readonly<Record<string, string>> = {},
): Head {
  const { path, search } = splitUrl(request.url)
  const referer = request.headers.get('referer')
  const dpop = request.headers.get('dpop')
  const purpose = request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? ''
  return {
    method: request.method,
    path,
    params,
    query: parseParameters(search),
    contentType: mediaType(request.headers.get('content-type')),
    authorization: request.headers.get('authorization'),
    ifNoneMatch: request.headers.get('if-none-match'),
    cookies: readCookies(request.headers, config),
    ...(dpop !== null && { dpop }),
    ...(referer !== null && { referer }),
    ...(purpose.startsWith('prefetch') && { isPrefetch: true as const }),
  }
}

/** @returns null for a body that is too large, not UTF-8 or not a form */
export function readForm(body: Uint8Array | null): Parameters | null {
  if (!body) return null
  // Decoding would silently replace invalid bytes.
  return isUtf8(body) ? parseParameters(Buffer.from(body).toString('utf8')) : null
}

/**
 * The `URL` class would cost a noticeable part of a small answer's time, and the start file has already validated the
 * URL's form.
 */
function splitUrl(url: string): { readonly path: string; readonly search: string } {
  const [, path = '/', search = ''] = /^https?:\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(url) ?? []
  return { path, search }
}

/** The media type of a `Content-Type` in lower case, without parameters; '' when absent. */
export function mediaType(header: string | null): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}
