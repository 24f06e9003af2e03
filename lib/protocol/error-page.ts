import type { Outcome } from '#lib/kernel/outcome.ts'
import type { ErrorReason } from '#lib/kernel/view.ts'

/** An answer that is a page. */
export type Page = Outcome & { readonly kind: 'page' }

/**
 * The page that says why it answers in place of the wanted one.
 * @param uiLocales languages that the request asked for, best first; empty: the browser's
 */
export function errorPage(
  status: number,
  reason: ErrorReason,
  uiLocales: readonly string[] = [],
): Page {
  return { kind: 'page', status, view: { page: 'error', reason, uiLocales } }
}

/** The page for a request or an attempt too many (429). */
export function tooManyRequestsPage(
  retryAfterSeconds: number,
  uiLocales: readonly string[] = [],
): Page {
  return {
    ...errorPage(429, 'rate_limited', uiLocales),
    headers: { 'Retry-After': String(retryAfterSeconds), Pragma: 'no-cache' },
  }
}
