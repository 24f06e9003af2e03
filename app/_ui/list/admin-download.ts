import { type Api, makeApi } from '#app/_ui/shell/make-api.ts'
import type { Outcome } from '#lib/answers/outcome.ts'
import { ApiError } from '#lib/api/client.ts'
import { notAllowedAddress, signInAddress } from '#lib/console/addresses.ts'
import { admit, type Visitor } from '#lib/console/guard.ts'
import type { Context } from '#lib/context.ts'
import { type DownloadRequest, download } from '#lib/http/download.ts'

/**
 * Makes the functions of a route file with a file of the console, made with the visitor's rights.
 * @param path of the page that offers the file, and that shows its filter again after a sign-in; of a page about a
 *   record, a function of the request
 */
export function adminDownload(
  path: string | ((request: DownloadRequest) => string),
  make: (api: Api, ctx: Context, request: DownloadRequest, visitor: Visitor) => Promise<Outcome>,
) {
  return download(async (ctx, request) => {
    const ofPage = typeof path === 'string' ? path : path(request)
    const page = `${ofPage}${request.query.size > 0 ? `?${request.query}` : ''}`
    const admission = await admit(ctx, page, request.session)
    if (admission?.kind !== 'admitted') return redirectTo(admission?.location ?? '/')
    const { visitor } = admission
    try {
      return await make(makeApi(visitor, 'en'), ctx, request, visitor)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 401) return redirectTo(signInAddress(page))
      if (error.status === 403) return redirectTo(notAllowedAddress(page))
      throw error
    }
  })
}

export function redirectTo(location: string): Outcome {
  return { kind: 'redirect', status: 303, location }
}
