import { endpoint } from '#lib/http/endpoint.ts'
import { type HttpRequest, routeFunction } from '#lib/http/exchange.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { logout, logoutFromElsewhere } from '#lib/protocol/logout/logout.ts'
import { hasIdTokenHint } from '#lib/protocol/logout/request.ts'

export const dynamic = 'force-dynamic'

const options = {
  failures: 'page',
  cors: 'web-origins',
  sameOrigin: hasIdTokenHint,
  head: false,
} as const

const own = endpoint({ GET: logout, POST: logout }, options)
const elsewhere = endpoint({ POST: logoutFromElsewhere }, options)

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = own

export const POST = routeFunction((request, segment) =>
  (isFormFromElsewhere(request) ? elsewhere : own).POST.answer(request, segment),
)

/**
 * Whether a page of another origin submitted a form as a top-level navigation. A script's request is none: it would not
 * follow a page, and browsers do not let it change cookies of another site. A request in a frame is none either,
 * because frames do not show our pages. In a frame of another site, cookies can be neither read nor cleared, as with a
 * GET.
 */
function isFormFromElsewhere(request: HttpRequest): boolean {
  const mode = request.headers.get('sec-fetch-mode') ?? 'navigate'
  const destination = request.headers.get('sec-fetch-dest') ?? 'document'
  return mode === 'navigate' && destination === 'document' && !isSameOrigin(request, request.url)
}
