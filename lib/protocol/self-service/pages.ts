import type { CookieChange, Outcome } from '#lib/answers/outcome.ts'
import { Refusal } from '#lib/answers/refusal.ts'
import type { ApplicationLink, ClientView, FormError, StartAgain, View } from '#lib/answers/view.ts'
import { afterResponse } from '#lib/base/concurrency/after-response.ts'
import { logUnavailable } from '#lib/base/log/unavailable-log.ts'
import type { SignInCookies } from '#lib/base/network/incoming.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import { splitWords } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { maskedEmail } from '#lib/domain/email/email-address.ts'
import type { LimiterName } from '#lib/domain/limits/limiters.ts'
import { limitRequest } from '#lib/domain/limits/rate-limits.ts'
import type { LinkEnd, MailedLinkFlow } from '#lib/domain/mail/former-links.ts'
import { type LiveLink, openMarker } from '#lib/domain/mail/link-markers.ts'
import { browserSession, sessionState } from '#lib/domain/sessions/sessions.ts'
import { isOfBrowser } from '../authorize/browser-binding.ts'
import { applicationLink, clientView } from '../authorize/client-view.ts'
import { requestOf } from '../authorize/interaction.ts'
import { copyOf, openCopy } from '../authorize/request-copy.ts'
import { busyHeaders, busyMessage, isBusy } from '../busy.ts'
import { errorPage, type Page, tooManyRequestsPage } from '../error-page.ts'

/** The interaction that a visitor came from. */
export interface Origin {
  /** '' for none, or for one of another browser. */
  readonly ceremonyId: string
  readonly uiLocales: readonly string[]
  /** Of the interaction. */
  readonly client?: ClientView
  /** Sealed copy of its request, which outlives the interaction. */
  readonly requestCopy?: string
}

/** The end of a mailed link's flow: where the visitor continues. */
export interface FlowEnd {
  /** The sign-in of this browser that the flow began in; '' for none. */
  readonly ceremonyId: string
  readonly client?: ClientView
  /** The sign-in is gone, and starts again with this copy of its request; the email is filled in. */
  readonly again?: StartAgain
  /** The application of a sign-in that another browser began, or that is over. */
  readonly application?: ApplicationLink
}

export function page(view: View, status = 200, cookies: readonly CookieChange[] = []): Page {
  return { kind: 'page', status, view, cookies }
}

export function notFoundPage(): Outcome {
  return page({ page: 'not-found', uiLocales: [] }, 404)
}

export function malformedPage(): Outcome {
  return errorPage(400, 'form_broken')
}

/**
 * The page for a link that does not work.
 * @param end the reason
 * @param status 200 for the link itself, 400 for its form
 * @param from the sign-in that the flow began in; '' for none
 */
export function linkExpiredPage(
  flow: MailedLinkFlow,
  end: LinkEnd,
  status: 200 | 400,
  from: string,
): Outcome {
  const newerAt = end.reason === 'replaced' ? { newerAt: end.newerAt.toISOString() } : {}
  const { reason } = end
  const view = { flow, reason, ceremonyId: from, ...newerAt, uiLocales: [] } as const
  return page({ page: 'link-expired', ...view }, status)
}

/** The reason that a page is shown without its form: a browser that followed no link needs the one in the mail. */
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

const linkPaths = { activate: '/account/activate', reset: '/reset-password' } as const

/** A valid link, with its code as sent, its recipient, and the language of its mail. */
interface LinkToFollow extends LiveLink {
  readonly code: string
  readonly email: string
  readonly locale: string | null
  /** The sign-in that the flow began in, as the link carries it; '' for none. */
  readonly from: string
}

/** The language of a page behind a mailed link: that of the account, as in the mail. */
export function localesOf({ locale }: { readonly locale: string | null }): readonly string[] {
  return locale ? [locale.replaceAll('_', '-')] : []
}

/**
 * Answers a valid link: redirects to its form, or asks first when another link is open in this browser.
 * @param replaces whether this link replaces the open one
 */
export async function followLink(
  ctx: Context,
  { browser }: SignInCookies,
  { code, email, locale, from, ...link }: LinkToFollow,
  replaces: boolean,
): Promise<Outcome> {
  const { flow } = link
  const followed = await openMarker(ctx, browser, link, replaces)
  if ('open' in followed) {
    const open = { ...followed.open, email: maskedEmail(followed.open.email) }
    const uiLocales = localesOf({ locale })
    const question = { flow, code, ceremonyId: from, email: maskedEmail(email), open, uiLocales }
    return page({ page: 'link-in-flight', ...question })
  }
  const query = from === '' ? '' : `?ceremony=${from}`
  const location = `${ctx.config.baseUrl}${linkPaths[flow]}${query}`
  const cookies = [{ cookie: 'browser', value: followed.cookie }] as const
  return { kind: 'redirect', status: 303, location, cookies }
}

/**
 * The email of the user who is signed in to this browser, for the page of another user's link.
 * @param ownerId the link's owner; null for an account that does not exist yet
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
 * Counts a request against a limiter.
 * @returns the page that refuses a request over the limit (429), or null
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

/** Runs work after the answer, so its duration reveals nothing to the visitor. */
export function followUp(ctx: Context, work: () => Promise<void>): void {
  if (afterResponse(ctx, work)) return
  ctx.log.error(
    { requestId: ctx.requestId },
    'dropped follow-up work of a response: the queue is full',
  )
}

/**
 * Finds the interaction that a page's address or form names, if it belongs to this browser.
 * @param copy of its request, as the form carried it: it tells the application of an interaction that is gone
 */
export async function findOrigin(
  ctx: Context,
  { browser }: SignInCookies,
  ceremonyId: string | undefined,
  copy?: string,
): Promise<Origin> {
  const row = browser === null ? null : await findCarried(ctx, ceremonyId)
  const isLive = row !== null && row.expiresAt > ctx.now && isOfBrowser(row, browser)
  const client = isLive ? await ctx.configuration.clientById(row.clientId) : null
  if (!isLive || !client) return originOfCopy(ctx, copy)
  const requestCopy = copyOf(ctx, requestOf(row, client))
  return {
    ceremonyId: ceremonyId ?? '',
    uiLocales: splitWords(row.uiLocales),
    client: await clientView(ctx, client),
    ...(requestCopy && { requestCopy }),
  }
}

async function originOfCopy(ctx: Context, requestCopy = ''): Promise<Origin> {
  const none = { ceremonyId: '', uiLocales: [] }
  const copy = openCopy(ctx, requestCopy)
  if (!copy?.isFresh) return none
  const { parameters } = copy
  const client = await ctx.configuration.client(parameters.value('client_id') ?? '')
  if (!client) return none
  const uiLocales = splitWords(parameters.value('ui_locales') ?? '')
  return { ...none, uiLocales, client: await clientView(ctx, client), requestCopy }
}

/** The email to start with: that of the sign-in which the visitor came from. */
export async function startingEmail(ctx: Context, { ceremonyId }: Origin): Promise<string> {
  if (ceremonyId === '') return ''
  const row = await ctx.store.interactions.findByIdentifier(ceremonyId)
  return row?.formEmail || row?.loginHint || ''
}

/**
 * Finds out where a visitor continues after a mailed link: at the sign-in where the flow began, with the email filled
 * in. The link may be opened in another browser, where that sign-in cannot continue; its application is then named. A
 * sign-in that is over meanwhile starts again with the copy of its request.
 * @param ceremonyId as the form carried it
 * @param copy as the form carried it
 */
export async function flowEnd(
  ctx: Context,
  cookies: SignInCookies,
  ceremonyId: string | undefined,
  email: string,
  copy?: string,
): Promise<FlowEnd> {
  const { client, requestCopy, ...origin } = await findOrigin(ctx, cookies, ceremonyId, copy)
  const row = await findCarried(ctx, ceremonyId)
  if (origin.ceremonyId !== '' && row && !row.completedAt) {
    // The sign-in page of an interaction that has a user shows that user's email.
    if (row.userId === null) {
      await ctx.store.interactions.change(row, { formError: '', formEmail: email })
    }
    return { ceremonyId: origin.ceremonyId, ...(client ? { client } : {}) }
  }
  if (origin.ceremonyId === '' && client && requestCopy) {
    return { ceremonyId: '', client, again: { requestCopy, email } }
  }
  const found = row && (await ctx.configuration.clientById(row.clientId))
  const application = found && applicationLink(ctx, found)
  return { ceremonyId: '', ...(application ? { application } : {}) }
}

async function findCarried(ctx: Context, ceremonyId: string | undefined) {
  if (!ceremonyId || ceremonyId.length > 64) return null
  return ctx.store.interactions.findByIdentifier(ceremonyId)
}

/** The name of a sign-in as a link or form carries it; '' for anything that cannot be one. */
export function carriedOrigin(ceremonyId: string | undefined): string {
  return ceremonyId !== undefined && /^[\w-]{1,64}$/.test(ceremonyId) ? ceremonyId : ''
}

/** The chosen password. Forms that ask for it twice send a confirmation, which then counts. */
export function typedPassword(form: Parameters) {
  const password = form.value('password') ?? ''
  if (!form.present('passwordConfirmation')) return { password, confirmation: password }
  return { password, confirmation: form.value('passwordConfirmation') ?? '' }
}

/**
 * Answers a refused form by showing it again: 503 when the server is overloaded.
 * @param show the form's page with its error
 * @throws any failure that is not the refusal of a rule
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

/** The form error for the refusal of a rule; rethrows any other failure. */
function formErrorOf(error: unknown): FormError {
  if (!(error instanceof Refusal) || !error.code.includes('.')) throw error
  const { parameters } = error.details
  return { key: error.code, ...(parameters ? { parameters } : {}) }
}

/** The language tags of a page, for a mail in its language. */
export function languageOf(ctx: Context, { uiLocales }: Origin): string {
  const { tag = '', isOfThisSignIn = false } = ctx.chosenLanguage ?? {}
  const wanted = isOfThisSignIn ? [tag, ...uiLocales] : [...uiLocales, tag]
  return [...wanted, ctx.acceptLanguage].filter((tags) => tags !== '').join(',')
}
