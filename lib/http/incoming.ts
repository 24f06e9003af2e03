import type { Config } from '#lib/config.ts'
import type { Incoming } from '#lib/kernel/incoming.ts'
import { noParameters, type Parameters, parseParameters } from '#lib/kernel/parameters.ts'
import { readCookies } from './cookies.ts'
import type { HttpRequest } from './exchange.ts'
import { readBody } from './read.ts'

/**
 * Reads a request into data.
 * @param bodyLimit bytes of body to read at most
 * @param params values of the path's `[name]` segments
 */
export async function readIncoming(
  request: HttpRequest,
  config: Config,
  bodyLimit: number,
  params: Readonly<Record<string, string>> = {},
): Promise<Incoming> {
  const { path, search } = splitUrl(request.url)
  const body = await readBody(request, bodyLimit)
  const contentType = mediaType(request.headers.get('content-type'))
  return {
    method: request.method,
    path,
    params,
    query: parseParameters(search),
    form: readForm(body, contentType),
    body,
    contentType,
    authorization: request.headers.get('authorization'),
    ifNoneMatch: request.headers.get('if-none-match'),
    cookies: readCookies(request.headers, config),
  }
}

/** A part of a small answer's time goes to a whole parse; the start file has seen to the form already. */
function splitUrl(url: string): { readonly path: string; readonly search: string } {
  const [, path = '/', search = ''] = /^https?:\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(url) ?? []
  return { path, search }
}

function mediaType(header: string | null): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

function readForm(body: Uint8Array | null, contentType: string): Parameters | null {
  if (contentType !== 'application/x-www-form-urlencoded') return noParameters
  return body && parseParameters(Buffer.from(body).toString('utf8'))
}
