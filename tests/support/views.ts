import type { View } from '#lib/answers/view.ts'
import type { Answer } from '#lib/http/exchange.ts'

const views = new WeakMap<Response, View>()

/** An endpoint's answer as a web response; `viewOf` finds its page. */
export function responseOf({ status, headers, cookies, body, view }: Answer): Response {
  const response = new Response(body, { status, headers: { ...headers } })
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  if (view) views.set(response, view)
  return response
}

/** The page with which an endpoint of the in-process server answered; null for any other answer. */
export function viewOf(response: Response): View | null {
  return views.get(response) ?? null
}
