import { splitWords } from '#lib/base/text/text.ts'

export const responseTypes = ['code', 'token', 'id_token', 'id_token token'] as const
export type ResponseType = (typeof responseTypes)[number]

export const responseModes = ['query', 'fragment', 'form_post'] as const
export type ResponseMode = (typeof responseModes)[number]

/**
 * Parses a response type. It must match exactly, with one space between two words, in either order.
 * @returns null for anything else, hybrids included
 */
export function parseResponseType(text: string): ResponseType | null {
  const named = text === 'token id_token' ? 'id_token token' : text
  return responseTypes.find((type) => type === named) ?? null
}

export function parseResponseMode(text: string): ResponseMode | null {
  return responseModes.find((mode) => mode === text) ?? null
}

/**
 * True when the text requests only tokens from the authorization endpoint, well-formed or not. Such a request needs
 * no authorization code, and its answers belong in the fragment.
 */
export function isImplicitShaped(responseType: string): boolean {
  const words = splitWords(responseType)
  return words.length > 0 && words.every(isTokenWord)
}

/**
 * Returns the response mode of an answer, errors included: the requested mode, else the response type's default.
 * Answers to requests for tokens are never sent in the query, and answers to implicit requests only in the fragment
 * (docs/specification.md "Authorization endpoint").
 * @param responseType as sent, so a refused type also gets its error in the place where its client looks
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
