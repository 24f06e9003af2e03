import { codePoints, splitWords } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { invalidRequest } from '../errors.ts'
import { verifyJwt } from '../jwt.ts'

const maxLocales = 10
const maxLocalesBytes = 256
/** Characters of `ui_locales` to parse: rejecting words that are no language tags takes time too. */
const maxLocalesTextLength = 2048
/** Maximum length of a `login_hint` to show, in characters; no email that can sign in is longer. */
const maxLoginHintLength = 256

/**
 * Returns the languages of `ui_locales`, best first: at most 10 and 256 bytes together, from the first 2,048
 * characters. Words that are no language tags are left out (OpenID Connect Core, section 3.1.2.1: never an error).
 */
export function readUiLocales(text: string | undefined): string[] {
  const kept: string[] = []
  let bytes = 0
  for (const tag of firstWords(text)) {
    if (!isLanguageTag(tag)) continue
    bytes += tag.length + 1
    if (kept.length === maxLocales || bytes > maxLocalesBytes + 1) break
    if (!kept.includes(tag)) kept.push(tag)
  }
  return kept
}

/** Returns the initial value of the email field; '' for a hint that is too long or was sent twice. */
export function readLoginHint(values: {
  readonly value: string | undefined
  readonly repeated: boolean
}): string {
  const hint = values.value ?? ''
  return values.repeated || codePoints(hint) > maxLoginHintLength ? '' : hint
}

/**
 * Returns the subject of `id_token_hint`: an ID token signed with one of this server's keys, for the issuer of the
 * settings. Its expiry and audience do not matter (OpenID Connect Core, section 3.1.2.1).
 * @returns the subject, '' when no hint was sent
 * @throws OAuthError `invalid_request`: not an ID token of this server, another issuer, no subject
 */
export async function readHintSubject(ctx: Context, hint: string | undefined): Promise<string> {
  if (hint === undefined) return ''
  const claims = await verifyJwt(ctx, hint, 'JWT', { ignoreExpiry: true })
  if (!claims) {
    throw invalidRequest(
      'id_token_hint_unusable',
      "The parameter 'id_token_hint' is not an ID token of this server.",
    )
  }
  if (claims.iss !== ctx.settings.issuer) {
    throw invalidRequest(
      'id_token_hint_unusable',
      "The parameter 'id_token_hint' is from another issuer.",
    )
  }
  if (typeof claims.sub !== 'string' || claims.sub === '') {
    throw invalidRequest(
      'id_token_hint_unusable',
      "The parameter 'id_token_hint' names no subject.",
    )
  }
  return claims.sub
}

/** Drops the last word within the limit: it may be cut off, and name another language. */
function firstWords(text = ''): string[] {
  const words = splitWords(text.slice(0, maxLocalesTextLength))
  return text.length > maxLocalesTextLength ? words.slice(0, -1) : words
}

function isLanguageTag(tag: string): boolean {
  if (!/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(tag)) return false
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
