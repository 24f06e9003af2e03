import type { View } from '#lib/answers/view.ts'
import { type Answer, toResponse } from '#lib/http/exchange.ts'

const views = new WeakMap<Response, View>()

/** An endpoint's answer as a web response; `viewOf` finds its page. */
export function responseOf(answer: Answer): Response {
  const response = toResponse(answer)
  if (answer.view) views.set(response, answer.view)
  return response
}

/** The page with which an endpoint of the in-process server answered; null for any other answer. */
export function viewOf(response: Response): View | null {
  return views.get(response) ?? null
}
