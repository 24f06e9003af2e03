import type { Outcome } from '#lib/answers/outcome.ts'
import { isUuid } from '#lib/base/crypto/uuid.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import {
  type BrandingImageName,
  isBrandingImageName,
} from '#lib/domain/branding/branding-images.ts'
import { cachingFromMemory, readOrKnown } from '#lib/domain/sign-in/known-while-away.ts'
import { type Logo, rememberedLogo, rememberLogo } from './remembered-logos.ts'

/** Matches every client identifier, and rejects characters that the database cannot store. */
const possibleIdentifier = /^[\x21-\x7e]{1,128}$/

/**
 * `GET /client/logo/{clientIdentifier}`: the client's logo with its stored content type (docs/specification.md
 * "Public images"). Disabled clients and clients that hide their logo are served too. Answers 304 when
 * `If-None-Match` names the current ETag or is `*`, and 404 without a logo. During a database outage, it answers
 * the logo that this process served last.
 */
export async function clientLogo(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const identifier = incoming.params.clientIdentifier ?? ''
  if (!possibleIdentifier.test(identifier)) return notFound
  const { ifNoneMatch } = incoming
  const { value } = await readOrKnown(
    () => storedLogo(ctx, identifier, ifNoneMatch),
    () => logoFromMemory(identifier, ifNoneMatch),
  )
  return value
}

async function storedLogo(
  { store }: Context,
  identifier: string,
  ifNoneMatch: string | null,
): Promise<Outcome> {
  if (ifNoneMatch !== null) {
    // The image itself is read only when it has to be sent.
    const etag = await store.images.logoEtag(identifier)
    if (etag === null) return notFound
    if (matches(ifNoneMatch, etag)) return unchangedLogo(etag, cachingOfLogo)
  }
  const logo = await store.images.logoOfClient(identifier)
  rememberLogo(identifier, logo)
  return logo ? wholeLogo(logo, cachingOfLogo) : notFound
}

function logoFromMemory(identifier: string, ifNoneMatch: string | null): Outcome | null {
  const logo = rememberedLogo(identifier)
  if (!logo) return null
  const isUnchanged = ifNoneMatch !== null && matches(ifNoneMatch, logo.etag)
  return isUnchanged
    ? unchangedLogo(logo.etag, cachingFromMemory)
    : wholeLogo(logo, cachingFromMemory)
}

/**
 * `GET /branding/{name}`: a logo of the company, or its icon. An address with `?v=<etag>` of the stored image may be kept
 * for good, because another image has another address; any other one is asked for again after five minutes. The policy
 * keeps a browser from taking the answer for a page. During a database outage, it answers the image that this process
 * served last.
 */
export async function brandingImage(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const name = incoming.params.name ?? ''
  if (!isBrandingImageName(name)) return notFound
  const { value } = await readOrKnown(
    () => storedBrandingImage(ctx, name, incoming),
    () => brandingImageFromMemory(name, incoming),
  )
  return value
}

async function storedBrandingImage(
  { store }: Context,
  name: BrandingImageName,
  incoming: Incoming,
): Promise<Outcome> {
  const image = await store.images.brandingImage(name)
  rememberLogo(memoryKey(name), image)
  if (!image) return notFound
  const isOfThisContent = incoming.query?.sent('v') === image.etag
  return answerBrandingImage(image, incoming, isOfThisContent ? cachingForGood : cachingOfLogo)
}

function brandingImageFromMemory(name: BrandingImageName, incoming: Incoming): Outcome | null {
  const image = rememberedLogo(memoryKey(name))
  return image && answerBrandingImage(image, incoming, cachingFromMemory)
}

function answerBrandingImage(image: Logo, { ifNoneMatch }: Incoming, caching: string): Outcome {
  const isUnchanged = ifNoneMatch !== null && matches(ifNoneMatch, image.etag)
  const answer = isUnchanged ? unchangedLogo(image.etag, caching) : wholeLogo(image, caching)
  const policy = { 'Content-Security-Policy': "default-src 'none'" }
  return { ...answer, headers: { ...answer.headers, ...policy } }
}

/** No client identifier has a slash. */
function memoryKey(name: BrandingImageName): string {
  return `/branding/${name}`
}

/**
 * `GET /userinfo/picture/{subject}`: the user's picture, also for a disabled user. Caches never store it, so a
 * removed picture is gone at once. A malformed subject is 404 like an unknown one.
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

const cachingForGood = 'public, max-age=31536000, immutable'
const cachingOfLogo = 'public, max-age=300, must-revalidate'

function wholeLogo({ contentType, image: body, etag }: Logo, caching: string): Outcome {
  return { kind: 'file', status: 200, contentType, body, headers: logoHeaders(etag, caching) }
}

function unchangedLogo(etag: string, caching: string): Outcome {
  return { kind: 'empty', status: 304, headers: logoHeaders(etag, caching) }
}

function logoHeaders(etag: string, caching: string): Record<string, string> {
  return { ETag: `"${etag}"`, 'Cache-Control': caching }
}

/** Weak comparison with a list of entity tags (RFC 9110 section 13.1.2). */
function matches(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag.replace(/^W\//, '') === `"${etag}"`)
}
