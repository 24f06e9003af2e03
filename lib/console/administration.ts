import type { Context } from '#lib/context.ts'
import { adminApiScopes, builtInResource } from '#lib/domain/permissions/built-in.ts'

/**
 * True if the holder of a token may administer something, by the rights stored now. A sign-in for the account pages
 * requests no such right, so its token does not name one.
 * @param accessToken of a session of the console, which this server issued
 */
export async function mayAdministerNow(ctx: Context, accessToken: string): Promise<boolean> {
  const { identifier } = builtInResource
  const held = await ctx.store.permissions.heldBySubject(subjectOf(accessToken), identifier)
  return held.some((name) => adminApiScopes.includes(`${identifier}:${name}`))
}

/**
 * Returns the user of a token.
 * @param accessToken of a session of the console: it is sealed, so the token in it is from this server
 */
export function subjectOf(accessToken: string): string {
  const [, payload = ''] = accessToken.split('.')
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return String(sub)
}
