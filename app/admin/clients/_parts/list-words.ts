import { isUsableRedirectUri } from '#lib/kernel/url.ts'

/** What may be wrong with an entry of a list, by the end of the key of its words. */
export type ListProblem = 'redirect_uri' | 'web_origin' | 'listed_twice'

/** What is wrong with a redirect URI, as far as it can be told before it is sent. */
export function redirectUriProblem(uri: string, others: readonly string[]): ListProblem | null {
  if (!isUsableRedirectUri(uri)) return 'redirect_uri'
  return others.some((other) => other.trim() === uri) ? 'listed_twice' : null
}

/** What is wrong with a web origin, as far as it can be told before it is sent. */
export function webOriginProblem(origin: string, others: readonly string[]): ListProblem | null {
  if (!/^https?:\/\/[a-z0-9._-]+(?::\d{1,5})?\/?$/i.test(origin)) return 'web_origin'
  return others.some((other) => other.trim() === origin) ? 'listed_twice' : null
}
