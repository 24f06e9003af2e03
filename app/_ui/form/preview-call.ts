import type { ClientOptions } from '#lib/api/client.ts'
import { usefulScopes } from '#lib/api/scopes.ts'
import { asCurl, holdsSecrets } from './curl.ts'
import type { PreviewedCall } from './form-state.ts'

/** Thrown in place of the first request that would change something. */
export class CallPreview extends Error {
  override readonly name = 'CallPreview'
  readonly call: PreviewedCall

  constructor(call: PreviewedCall) {
    super('A form was asked for its request.')
    this.call = call
  }
}

/**
 * Makes a `fetch` that sends only requests that read. In place of any other it throws a `CallPreview`, so the work of a
 * form shows the request that it would send.
 * @param apiUrl the start of each request's address
 * @param publicUrl takes its place in the shown request: the address that others reach
 */
export function previewingFetch(
  apiUrl: string,
  publicUrl: string,
): NonNullable<ClientOptions['fetch']> {
  return async (url, init, contract) => {
    const { method } = contract
    if (method === 'GET') return fetch(url, init)
    const { body } = init
    const address = `${publicUrl}${url.slice(apiUrl.length)}`
    const scopes = usefulScopes(contract)
    const json = typeof body === 'string' ? body : undefined
    throw new CallPreview({
      command: asCurl({ url: address, method, ...(json && { body: json }) }),
      leavesOutSecrets: json !== undefined && holdsSecrets(json),
      // The API takes the addresses and the secret of a client only once it has an ID.
      hasMore: contract.id === 'createClient',
      scopes,
      isLimited: scopes.length > 1 && contract.errors.includes('MANAGE_SCOPE_REQUIRED'),
    })
  }
}
