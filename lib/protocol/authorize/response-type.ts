import { splitWords } from '#lib/kernel/text.ts'

/** What an authorization request may ask for. */
export const responseTypes = ['code', 'token', 'id_token', 'id_token token'] as const
export type ResponseType = (typeof responseTypes)[number]

/** How the answer travels to the client. */
export const responseModes = ['query', 'fragment', 'form_post'] as const
export type ResponseMode = (typeof responseModes)[number]

/**
 * The response type that the parameter names: exactly so, one space between the two words of the pair, which may
 * change places.
 * @returns null for anything else, hybrids included
 */
export function parseResponseType(text: string): ResponseType | null {
  const named = text === 'token id_token' ? 'id_token token' : text
  return responseTypes.find((type) => type === named) ?? null
}

/** The response mode that the parameter names, or null for anything else. */
export function parseResponseMode(text: string): ResponseMode | null {
  return responseModes.find((mode) => mode === text) ?? null
}

/**
 * True when the text asks for nothing but tokens from the authorization endpoint, well-formed or
 * not: such a request needs no authorization code, and its answers belong in the fragment.
 */
export function isImplicitShaped(responseType: string): boolean {
  const words = splitWords(responseType)
  return words.length > 0 && words.every(isTokenWord)
}

/**
 * The way an answer takes, errors included: the mode that was asked for, else the default of the
 * response type. Answers to requests for tokens never travel in the query, and those of implicit
 * requests only in the fragment (docs/specification.md "Authorization endpoint").
 * @param responseType as sent, so that even a refused one gets its error where it would look for it
 * @param asked the `response_mode` of the request; null when absent
 */
export function responseModeFor(responseType: string, asked: ResponseMode | null): ResponseMode {
  if (isImplicitShaped(responseType)) return 'fragment'
  if (!splitWords(responseType).some(isTokenWord)) return asked ?? 'query'
  return asked === 'form_post' ? 'form_post' : 'fragment'
}

function isTokenWord(word: string): boolean {
  return word === 'token' || word === 'id_token'
}
