import type { Outcome } from '#lib/answers/outcome.ts'
import type { ErrorReason } from '#lib/answers/view.ts'

export type Page = Outcome & { readonly kind: 'page' }

/**
 * An error page, with the reason as its content.
 * @param uiLocales languages that the request asked for, best first; empty: the browser's
 */
export function errorPage(
  status: number,
  reason: ErrorReason,
  uiLocales: readonly string[] = [],
): Page {
  return { kind: 'page', status, view: { page: 'error', reason, uiLocales } }
}

/** The page for too many requests or attempts (429). */
export function tooManyRequestsPage(
  retryAfterSeconds: number,
  uiLocales: readonly string[] = [],
): Page {
  return {
    ...errorPage(429, 'rate_limited', uiLocales),
    headers: { 'Retry-After': String(retryAfterSeconds), Pragma: 'no-cache' },
  }
}
