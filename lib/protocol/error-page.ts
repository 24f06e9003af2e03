import type { Outcome } from '#lib/answers/outcome.ts'
import type { ErrorReason, View, Way } from '#lib/answers/view.ts'

export type Page = Outcome & { readonly kind: 'page' }

type ErrorPage = Page & { readonly view: Extract<View, { page: 'error' }> }

/**
 * An error page, with the reason as its content.
 * @param uiLocales languages that the request asked for, best first; empty: the browser's
 */
export function errorPage(
  status: number,
  reason: ErrorReason,
  uiLocales: readonly string[] = [],
): ErrorPage {
  return { kind: 'page', status, view: { page: 'error', reason, uiLocales } }
}

/** The page for too many requests or attempts (429). */
export function tooManyRequestsPage(
  retryAfterSeconds: number,
  uiLocales: readonly string[] = [],
  ways: readonly Way[] = [],
): Page {
  const page = errorPage(429, 'rate_limited', uiLocales)
  const parameters = { minutes: Math.ceil(retryAfterSeconds / 60) }
  return {
    ...page,
    view: { ...page.view, parameters, ways },
    headers: { 'Retry-After': String(retryAfterSeconds), Pragma: 'no-cache' },
  }
}
