import type { Context } from '#lib/context.ts'
import { longestTypedEmail } from '#lib/domain/email-address.ts'
import { type LimiterName, limitRequest } from '#lib/domain/rate-limits.ts'
import { afterResponse } from '#lib/kernel/after-response.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { SignInCookies } from '#lib/kernel/incoming.ts'
import type { CookieChange, Outcome } from '#lib/kernel/outcome.ts'
import type { Parameters } from '#lib/kernel/parameters.ts'
import { cutCodePoints, wordsOf } from '#lib/kernel/text.ts'
import type { FormError, View } from '#lib/kernel/view.ts'
import { isOfBrowser } from '../authorize/browser-binding.ts'
import { errorPage, tooManyRequestsPage } from '../error-page.ts'

/** The sign-in that a visitor came from. */
export interface Origin {
  /** '' for none, or none of this browser. */
  readonly ceremonyId: string
  readonly uiLocales: readonly string[]
}

/** Answers with a page. */
export function page(view: View, status = 200, cookies: readonly CookieChange[] = []): Outcome {
  return { kind: 'page', status, view, cookies }
}

/** The page for an address that does not exist now. */
export function notFoundPage(): Outcome {
  return page({ page: 'not-found', uiLocales: [] }, 404)
}

/** The page for a form that could not be read. */
export function malformedPage(): Outcome {
  return errorPage(400, 'form_broken')
}

/**
 * The page for a link that leads nowhere any more.
 * @param status 200 for the link itself, 400 for a form under it
 */
export function linkExpiredPage(
  flow: 'activate' | 'reset',
  status: 200 | 400,
  inFlight = false,
): Outcome {
  return page({ page: 'link-expired', flow, inFlight, uiLocales: [] }, status)
}

/**
 * Counts a request.
 * @returns the page that refuses one too many (429), or null
 */
export async function refuseBeyond(
  ctx: Context,
  limiter: LimiterName,
  key: string,
  uiLocales: readonly string[] = [],
): Promise<Outcome | null> {
  const retryAfterSeconds = await limitRequest(ctx, limiter, key)
  return retryAfterSeconds === null ? null : tooManyRequestsPage(retryAfterSeconds, uiLocales)
}

/** Does work after the visitor was answered, so that its duration tells nothing. */
export function followUp(ctx: Context, work: () => Promise<void>): void {
  if (afterResponse(work)) return
  ctx.log.error({ requestId: ctx.requestId }, 'too much waits to be done after its answer')
}

/** Finds the sign-in that a page's address or form names, if it runs in this browser. */
export async function findOrigin(
  ctx: Context,
  { browser }: SignInCookies,
  ceremonyId: string | undefined,
): Promise<Origin> {
  const none = { ceremonyId: '', uiLocales: [] }
  if (!ceremonyId || ceremonyId.length > 64 || browser === null) return none
  const row = await ctx.store.ceremonies.findByIdentifier(ceremonyId)
  if (!row || row.expiresAt <= ctx.now || !isOfBrowser(row, browser)) return none
  return { ceremonyId, uiLocales: wordsOf(row.uiLocales) }
}

/** What was typed as the address, as far as it can be one. */
export function typedEmail(form: Parameters): string {
  return cutCodePoints(form.value('email')?.trim() ?? '', longestTypedEmail)
}

/** The password as typed, twice. */
export function typedPassword(form: Parameters) {
  return {
    password: form.value('password') ?? '',
    confirmation: form.value('passwordConfirmation') ?? '',
  }
}

/** What the form's page says about a refusal of a rule; any other failure goes on. */
export function formErrorOf(error: unknown): FormError {
  if (!(error instanceof Refusal) || !error.code.includes('.')) throw error
  const { parameters } = error.details
  return { key: error.code, ...(parameters ? { parameters } : {}) }
}

/** The tags of a page's language, for a mail that is written in it. */
export function languageOf(ctx: Context, { uiLocales }: Origin): string {
  return [...uiLocales, ctx.acceptLanguage].filter((tags) => tags !== '').join(',')
}
