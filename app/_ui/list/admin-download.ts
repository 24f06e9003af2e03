import { type Api, makeApi } from '#app/_ui/shell/make-api.ts'
import type { Outcome } from '#lib/answers/outcome.ts'
import { ApiError } from '#lib/api/client.ts'
import { Unavailable } from '#lib/base/errors/errors.ts'
import { notAllowedAddress, signInAddress } from '#lib/console/addresses.ts'
import { admit, type Visitor } from '#lib/console/guard.ts'
import { lastingToken } from '#lib/console/session.ts'
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
    const { visitor, session } = admission
    const accessToken = lastingToken(ctx, request.session, session, request.clock)
    try {
      return await make(makeApi({ ...visitor, accessToken }, 'en'), ctx, request, visitor)
    } catch (error) {
      if (error instanceof ApiError) return afterRefusal(error, page)
      throw error
    }
  })
}

/**
 * What a visitor gets in place of the file. A page tells more about a record that is gone than the file could.
 * @throws Unavailable while the API is busy or away
 * @throws ApiError for any other failure of the API
 */
function afterRefusal(error: ApiError, page: string): Outcome {
  const { status, message, retryAfterSeconds } = error
  if (status === 401) return redirectTo(signInAddress(page))
  if (status === 403) return redirectTo(notAllowedAddress(page))
  if (status === 404) return redirectTo(page)
  if (status === 400) return { kind: 'text', status, body: message }
  if (status !== 429 && status !== 503) throw error
  throw new Unavailable(status === 429 ? 'busy' : 'database', retryAfterSeconds ?? 1, error)
}

/** The answer to a file's address with a filter that cannot be read: it must not stand for everything. */
export const unreadableFilter: Outcome = {
  kind: 'text',
  status: 400,
  body: 'This filter cannot be read.',
}

export function redirectTo(location: string): Outcome {
  return { kind: 'redirect', status: 303, location }
}
