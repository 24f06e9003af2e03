import type { Outcome } from '#lib/answers/outcome.ts'
import type { ErrorReason, Way } from '#lib/answers/view.ts'
import { browserHashes } from '#lib/base/network/browser-cookie.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { recordRefusal } from '#lib/domain/audit/refusal-recorder.ts'
import { errorPage } from '../error-page.ts'
import { applicationWay, clientName } from './client-view.ts'
import { ruleOfReason } from './errors.ts'
import type { InteractionRefused, StoredInteraction } from './interaction.ts'
import { copyOf } from './request-copy.ts'

/** The page of a refused interaction: the reason, and the ways to continue. */
export async function refusalPage(
  ctx: Context,
  incoming: Incoming,
  { reason: refusal, own, foreign }: InteractionRefused,
): Promise<Outcome> {
  const reason = refusal === 'state_mismatch' && (await isOver(ctx, own)) ? 'finished' : refusal
  recordRefusal(ctx, {
    endpoint: incoming.path,
    rule: ruleOfReason(reason),
    error: reason,
    status: 400,
    clientIdentifier: own?.request.client.clientIdentifier,
  })
  const page = errorPage(400, reason, own?.request.uiLocales)
  const ofDevice = (own ?? foreign)?.request.device && reason !== 'finished' ? [enterCode] : []
  const ways = own
    ? waysOfOwn(ctx, reason, own)
    : foreign
      ? await waysOfForeign(ctx, incoming, reason, foreign)
      : []
  const about = own && { parameters: { app: clientName(ctx, own.request.client) } }
  return { ...page, view: { ...page.view, ...about, ways: [...ofDevice, ...ways] } }
}

/** A device's request has no copy: its user enters the code again. */
const enterCode: Way = { to: 'device', address: '/device' }

async function isOver(ctx: Context, own: StoredInteraction | undefined): Promise<boolean> {
  if (!own) return true
  const now = await ctx.store.interactions.findByIdentifier(own.row.interactionIdentifier)
  return !now || now.completedAt !== null
}

function waysOfOwn(
  ctx: Context,
  reason: ErrorReason,
  { row, request }: StoredInteraction,
): readonly Way[] {
  const application = applicationWay(ctx, request.client)
  if (reason === 'finished') return application
  const requestCopy = copyOf(ctx, request)
  if (reason !== 'state_mismatch') return [...startOver('', requestCopy), ...application]
  const { interactionIdentifier } = row
  return [
    { to: 'continue', address: resumeAddress(interactionIdentifier) },
    ...startOver(interactionIdentifier, requestCopy),
  ]
}

/**
 * The page for an interaction of another browser. Its copy of the request is sealed and proves nothing, so a visitor
 * with its address can start the same request here, as with the address of the authorization request itself.
 */
async function waysOfForeign(
  ctx: Context,
  { cookies }: Incoming,
  reason: ErrorReason,
  { row, request }: StoredInteraction,
): Promise<readonly Way[]> {
  const isLive = row.expiresAt > ctx.now && !row.completedAt
  const requestCopy = isLive ? copyOf(ctx, request) : ''
  if (reason === 'cookies_blocked') return startOver('', requestCopy, 'try_again_here')
  if (reason === 'other_browser') return startOver('', requestCopy, 'start_here')
  const { browser } = cookies
  const open = await ctx.store.interactions.findNewestOpen(browserHashes(browser), ctx.now)
  const there: readonly Way[] = open
    ? [{ to: 'continue_there', address: resumeAddress(open.interactionIdentifier) }]
    : []
  return [...there, ...startOver('', requestCopy)]
}

type StartOver = Extract<Way, { requestCopy: string }>['to']

function startOver(
  ceremonyId: string,
  requestCopy: string,
  to: StartOver = 'start_over',
): readonly Way[] {
  return requestCopy === '' ? [] : [{ to, ceremonyId, requestCopy }]
}

/** Leads to the current step of an interaction. */
function resumeAddress(interactionIdentifier: string): string {
  return `/auth/issue?ceremony=${interactionIdentifier}`
}
