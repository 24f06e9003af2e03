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
 * A form that a page of another origin submits. What a script asks for is none: it would not follow a page, and
 * browsers let it change no cookie of another site. Nor is what a frame is sent to: it shows no page of ours, and
 * under another site its cookies can be neither read nor cleared, as with a GET.
 */
function isFormFromElsewhere(request: HttpRequest): boolean {
  const mode = request.headers.get('sec-fetch-mode') ?? 'navigate'
  const destination = request.headers.get('sec-fetch-dest') ?? 'document'
  return mode === 'navigate' && destination === 'document' && !isSameOrigin(request, request.url)
}
