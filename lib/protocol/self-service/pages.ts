import type { Context } from '#lib/context.ts'
import { maskedEmail, maxTypedEmailLength } from '#lib/domain/email-address.ts'
import type { LinkEnd, MailedLinkFlow } from '#lib/domain/former-links.ts'
import { type LiveLink, openMarker } from '#lib/domain/link-markers.ts'
import { type LimiterName, limitRequest } from '#lib/domain/rate-limits.ts'
import { browserSession, sessionState } from '#lib/domain/sessions.ts'
import { afterResponse } from '#lib/kernel/after-response.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { SignInCookies } from '#lib/kernel/incoming.ts'
import type { CookieChange, Outcome } from '#lib/kernel/outcome.ts'
import type { Parameters } from '#lib/kernel/parameters.ts'
import { cutCodePoints, splitWords } from '#lib/kernel/text.ts'
import { withoutInvisible } from '#lib/kernel/typed.ts'
import { logUnavailable } from '#lib/kernel/unavailable-log.ts'
import type { FormError, View } from '#lib/kernel/view.ts'
import { isOfBrowser } from '../authorize/browser-binding.ts'
import { busyHeaders, busyMessage, isBusy } from '../busy.ts'
import { errorPage, type Page, tooManyRequestsPage } from '../error-page.ts'

/** The sign-in that a visitor came from. */
export interface Origin {
  /** '' for none, or none of this browser. */
  readonly ceremonyId: string
  readonly uiLocales: readonly string[]
}

/** Answers with a page. */
export function page(view: View, status = 200, cookies: readonly CookieChange[] = []): Page {
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
 * The page for a link that does not work.
 * @param end why
 * @param status 200 for the link itself, 400 for a form under it
 */
export function linkExpiredPage(flow: MailedLinkFlow, end: LinkEnd, status: 200 | 400): Outcome {
  const newerAt = end.reason === 'replaced' ? { newerAt: end.newerAt.toISOString() } : {}
  const { reason } = end
  return page({ page: 'link-expired', flow, reason, ...newerAt, uiLocales: [] }, status)
}

/** Why a page is shown without its form: a browser that followed no link is asked for the one in the mail. */
export function withoutForm({
  reason,
  end,
}: {
  readonly reason: string
  readonly end: LinkEnd
}): LinkEnd {
  const isNone = reason === 'marker_missing' || reason === 'marker_wrong_flow'
  return isNone ? { reason: 'missing' } : end
}

/** Where the links of a flow lead. */
export const linkPaths = { activate: '/account/activate', reset: '/reset-password' } as const

/** A link that is good, with its code as sent, whom it was mailed to, and the language of that mail. */
interface LinkToFollow extends LiveLink {
  readonly code: string
  readonly email: string
  readonly locale: string | null
}

/** What a page behind a mailed link is written in: the language of the account, as the mail was. */
export function localesOf({ locale }: { readonly locale: string | null }): readonly string[] {
  return locale ? [locale.replaceAll('_', '-')] : []
}

/**
 * Answers a link that is good: leads on to its form, or asks first when another link is open in this browser.
 * @param replaces whether the other link gives way
 */
export async function followLink(
  ctx: Context,
  { browser }: SignInCookies,
  { code, email, locale, ...link }: LinkToFollow,
  replaces: boolean,
): Promise<Outcome> {
  const { flow } = link
  const followed = await openMarker(ctx, browser, link, replaces)
  if ('open' in followed) {
    const open = { ...followed.open, email: maskedEmail(followed.open.email) }
    const uiLocales = localesOf({ locale })
    const question = { flow, code, email: maskedEmail(email), open, uiLocales }
    return page({ page: 'link-in-flight', ...question })
  }
  const location = `${ctx.config.baseUrl}${linkPaths[flow]}`
  const cookies = [{ cookie: 'browser', value: followed.cookie }] as const
  return { kind: 'redirect', status: 303, location, cookies }
}

/**
 * Who is signed in to this browser, for the page of a link that is somebody else's.
 * @param ownerId whose link it is; null for an account that is not there yet
 */
export async function otherSignedIn(
  ctx: Context,
  { session }: SignInCookies,
  ownerId: number | null,
): Promise<{ readonly signedInAs?: string }> {
  const found = await browserSession(ctx, session)
  if (!found || found.user.id === ownerId) return {}
  return sessionState(ctx, found.session, found.user, null) === 'valid'
    ? { signedInAs: found.user.email }
    : {}
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
  const row = await ctx.store.interactions.findByIdentifier(ceremonyId)
  if (!row || row.expiresAt <= ctx.now || !isOfBrowser(row, browser)) return none
  return { ceremonyId, uiLocales: splitWords(row.uiLocales) }
}

/** What was typed as the address, as far as it can be one. */
export function typedEmail(form: Parameters): string {
  return cutCodePoints(withoutInvisible(form.value('email') ?? ''), maxTypedEmailLength)
}

/** The password as typed, twice. */
export function typedPassword(form: Parameters) {
  return {
    password: form.value('password') ?? '',
    confirmation: form.value('passwordConfirmation') ?? '',
  }
}

/**
 * Answers a form that was refused by showing it again: 503 when the server has too much to do.
 * @param show the form's page with what it says
 * @throws any other failure than the refusal of a rule
 */
export async function formAgain(
  ctx: Context,
  error: unknown,
  show: (said: FormError) => Page | Promise<Page>,
): Promise<Page> {
  if (!isBusy(error)) return show(formErrorOf(error))
  logUnavailable(ctx, error)
  return { ...(await show({ key: busyMessage })), status: 503, headers: busyHeaders(error) }
}

/** What the form's page says about a refusal of a rule; any other failure goes on. */
function formErrorOf(error: unknown): FormError {
  if (!(error instanceof Refusal) || !error.code.includes('.')) throw error
  const { parameters } = error.details
  return { key: error.code, ...(parameters ? { parameters } : {}) }
}

/** The tags of a page's language, for a mail that is written in it. */
export function languageOf(ctx: Context, { uiLocales }: Origin): string {
  return [...uiLocales, ctx.acceptLanguage].filter((tags) => tags !== '').join(',')
}
