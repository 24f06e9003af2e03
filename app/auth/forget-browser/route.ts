import { endpoint } from '#lib/http/endpoint.ts'
import { forgetBrowser, forgetBrowserPage } from '#lib/protocol/logout/logout.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: forgetBrowserPage, POST: forgetBrowser },
  { failures: 'page', sameOrigin: true },
)
