import type { Context } from '#lib/context.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import type { HttpRequest } from './exchange.ts'

/**
 * Which scripts may read an endpoint's answers: scripts of any origin, or of the web origins of clients.
 * `with-credentials` also permits requests in the browser's credentials mode, which some client libraries use. It is
 * for endpoints that read no cookie.
 */
export type CorsPolicy = 'any' | 'web-origins' | 'web-origins-with-credentials' | 'none'

const allowMethods = 'GET, POST, OPTIONS'
const usualHeaders = ['Accept', 'Authorization', 'Content-Type', 'X-CSRF-Token']
const exposeHeaders = 'WWW-Authenticate, Retry-After'

/** A field name: a token of RFC 9110 section 5.6.2. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/
const maxHeaderNames = 64

/** Headers that let the request's origin read the answer; without them the browser refuses. */
export async function corsHeaders(
  ctx: Context,
  policy: CorsPolicy,
  request: HttpRequest,
): Promise<Record<string, string>> {
  if (policy === 'none') return {}
  const origin = request.headers.get('origin')
  const vary = { Vary: 'Origin' }
  if (!origin) return vary
  const allowed = policy === 'any' || (await ctx.configuration.hasWebOrigin(origin))
  if (!allowed) return vary
  return {
    ...vary,
    'Access-Control-Allow-Origin': origin,
    ...(policy === 'web-origins-with-credentials'
      ? { 'Access-Control-Allow-Credentials': 'true' }
      : {}),
    'Access-Control-Expose-Headers': protocolFeatures(ctx).dpop
      ? `${exposeHeaders}, DPoP-Nonce`
      : exposeHeaders,
  }
}

/**
 * Headers for a preflight: methods and headers that an allowed origin may send.
 * @param allowed headers of `corsHeaders` for the same request
 */
export function preflightHeaders(
  ctx: Context | undefined,
  { 'Access-Control-Expose-Headers': _, ...allowed }: Record<string, string>,
  request: HttpRequest,
): Record<string, string> {
  const vary = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'
  if (!allowed['Access-Control-Allow-Origin']) return { Vary: vary }
  const named = ctx && protocolFeatures(ctx).dpop ? [...usualHeaders, 'DPoP'] : usualHeaders
  return {
    ...allowed,
    'Access-Control-Allow-Methods': allowMethods,
    'Access-Control-Allow-Headers': [...named, ...furtherHeaders(request, named)].join(', '),
    Vary: vary,
  }
}

/**
 * Requested header names beyond those that are named anyway. Tracing libraries and interceptors add headers that no list can
 * foresee. All are allowed, because the endpoints do not read them.
 */
function furtherHeaders(request: HttpRequest, named: readonly string[]): string[] {
  const requested = request.headers.get('access-control-request-headers') ?? ''
  const known = new Set(named.map((name) => name.toLowerCase()))
  const names = requested
    .split(',', maxHeaderNames)
    .map((name) => name.trim().toLowerCase())
    .filter((name) => headerName.test(name) && !known.has(name))
  return [...new Set(names)]
}
