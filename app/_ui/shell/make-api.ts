import { type ClientOptions, createClient } from '#lib/api/client.ts'
import { contracts } from '#lib/api/contract/index.ts'
import type { Visitor } from '#lib/console/guard.ts'
import type { Language } from '#lib/i18n/languages.ts'

/** The typed client of both APIs. */
export type Api = ReturnType<typeof makeApi>

/** Who calls the APIs, and where they are. */
export interface ApiCaller extends Pick<Visitor, 'apiUrl' | 'requestId'> {
  /** One token, or a function that returns a usable one before each call. */
  readonly accessToken: ClientOptions['token']
}

/**
 * Makes a client with the visitor's token, whose texts are in the visitor's language.
 * @param refused called with every unsuccessful response, before the call throws
 * @param send sends each request. Default: `fetch`
 */
export function makeApi(
  { accessToken, apiUrl, requestId }: ApiCaller,
  language: Language,
  refused: (response: Response) => void = () => {},
  send: NonNullable<ClientOptions['fetch']> = fetch,
) {
  return createClient(contracts, {
    baseUrl: apiUrl,
    token: accessToken,
    headers: { 'Accept-Language': language, 'X-Request-Id': requestId },
    fetch: async (url, init, contract) => {
      const response = await send(url, { ...init, cache: 'no-store' }, contract)
      if (!response.ok) refused(response)
      return response
    },
  })
}
