import type { Context } from '#lib/context.ts'
import type { Incoming } from '#lib/kernel/incoming.ts'
import type { Outcome } from '#lib/kernel/outcome.ts'
import { isUuid } from '#lib/kernel/uuid.ts'

/** What any client identifier fits; keeps characters from the database that it cannot store. */
const possibleIdentifier = /^[\x21-\x7e]{1,128}$/

/**
 * `GET /client/logo/{clientIdentifier}`: the client's logo under its stored content type, also for
 * a disabled client or one that does not show it on its pages (specification, "Public images").
 * Answers 304 to an `If-None-Match` that names the current ETag or is `*`, 404 without a logo.
 */
export async function clientLogo(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const identifier = incoming.params.clientIdentifier ?? ''
  if (!possibleIdentifier.test(identifier)) return notFound
  if (incoming.ifNoneMatch !== null) {
    // The image itself is read only when it has to be sent.
    const etag = await ctx.store.images.logoEtag(identifier)
    if (etag === null) return notFound
    if (matches(incoming.ifNoneMatch, etag)) {
      return { kind: 'empty', status: 304, headers: logoHeaders(etag) }
    }
  }
  const logo = await ctx.store.images.logoOfClient(identifier)
  if (!logo) return notFound
  const { contentType, image: body, etag } = logo
  return { kind: 'file', status: 200, contentType, body, headers: logoHeaders(etag) }
}

/**
 * `GET /userinfo/picture/{subject}`: the user's picture, also for a disabled user. Never stored by
 * a cache, so that a removed picture is gone at once. A malformed subject is 404 like an unknown one.
 */
export async function profilePicture(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const subject = incoming.params.subject ?? ''
  const picture = isUuid(subject) ? await ctx.store.images.pictureOfSubject(subject) : null
  if (!picture) return notFound
  return {
    kind: 'file',
    status: 200,
    contentType: picture.contentType,
    body: picture.image,
    headers: { 'Cache-Control': 'no-store, no-cache, must-revalidate' },
  }
}

const notFound: Outcome = { kind: 'text', status: 404, body: 'Not found.\n' }

function logoHeaders(etag: string): Record<string, string> {
  return { ETag: `"${etag}"`, 'Cache-Control': 'public, max-age=300, must-revalidate' }
}

/** Weak comparison of a list of entity tags (RFC 9110 §13.1.2). */
function matches(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag.replace(/^W\//, '') === `"${etag}"`)
}
