import type { Context } from '#lib/context.ts'
import type { HttpRequest } from './exchange.ts'

/** Who may read an endpoint's answers from a browser script. */
export type CorsPolicy = 'any' | 'web-origins' | 'none'

const allowMethods = 'GET, POST, OPTIONS'
const allowHeaders = 'Accept, Authorization, Content-Type, X-CSRF-Token'
const exposeHeaders = 'WWW-Authenticate, Retry-After'

/** Headers that let the request's origin read the answer; none when it may not. */
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
    'Access-Control-Expose-Headers': exposeHeaders,
  }
}

/** The answer to a preflight: what an allowed origin may send. */
export function preflightHeaders(allowed: Record<string, string>): Record<string, string> {
  const vary = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'
  if (!allowed['Access-Control-Allow-Origin']) return { Vary: vary }
  return {
    'Access-Control-Allow-Origin': allowed['Access-Control-Allow-Origin'],
    'Access-Control-Allow-Methods': allowMethods,
    'Access-Control-Allow-Headers': allowHeaders,
    Vary: vary,
  }
}
