import type { Outcome } from '#lib/answers/outcome.ts'
import type { ErrorReason } from '#lib/answers/view.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { errorPage } from '../error-page.ts'
import { typedEmail } from '../typed-email.ts'
import { againParameter, answerAgain } from './answer-again.ts'
import { beginFromCopy } from './authorize.ts'
import { applicationWay } from './client-view.ts'
import type { InteractionRefused, SaidFirst, StoredInteraction } from './interaction.ts'
import { copyOf, openCopy, type RequestCopy, requestCopyField } from './request-copy.ts'

/**
 * The message of the sign-in page after a sign-in that started again by itself: a catalog key, stored like a form's
 * error.
 */
export const startedAgain = 'pages.sign-in.started_again'

/** Reasons for which the interaction is lost to this browser, while the request can still be answered. */
const lost: ReadonlySet<ErrorReason> = new Set<ErrorReason>([
  'ceremony_expired',
  'ceremony_mismatch',
  'cookies_blocked',
  'other_browser',
  'sign_in_lost',
])

/**
 * Starts a lost sign-in again, where no question is needed: for a form with the copy of its request, or an expired
 * interaction of this browser. The typed email is kept. A password or code is never used again.
 * @returns null when a page must explain what happened
 */
export async function startAgain(
  ctx: Context,
  incoming: Incoming,
  { reason, own }: InteractionRefused,
): Promise<Outcome | null> {
  if (incoming.method === 'HEAD') return null
  if (reason === 'state_mismatch' && own && isAskedAgain(incoming)) {
    return (await answerAgain(ctx, own)) ?? startFromOwn(ctx, incoming, own)
  }
  if (!lost.has(reason)) return null
  const sent = incoming.method === 'POST' ? incoming.form?.value(requestCopyField) : undefined
  const copy = openCopy(ctx, sent) ?? openCopy(ctx, own && copyOf(ctx, own.request))
  return copy && startFromCopy(ctx, incoming, copy, await saidFirst(ctx, incoming, own))
}

function isAskedAgain({ query }: Incoming): boolean {
  return query?.present(againParameter) ?? false
}

async function startFromOwn(
  ctx: Context,
  incoming: Incoming,
  own: StoredInteraction,
): Promise<Outcome | null> {
  const copy = own.row.completedAt ? openCopy(ctx, copyOf(ctx, own.request)) : null
  return copy && startFromCopy(ctx, incoming, copy)
}

/** Starts a sign-in from a copy of its request; a page for a copy that is too old. */
export async function startFromCopy(
  ctx: Context,
  incoming: Incoming,
  copy: RequestCopy,
  said?: SaidFirst,
): Promise<Outcome> {
  if (copy.isFresh) return beginFromCopy(ctx, incoming, copy, said)
  const client = await ctx.configuration.client(copy.parameters.value('client_id') ?? '')
  const page = errorPage(400, 'ceremony_expired')
  return { ...page, view: { ...page.view, ways: applicationWay(ctx, client) } }
}

async function saidFirst(
  ctx: Context,
  { form }: Incoming,
  own: StoredInteraction | undefined,
): Promise<SaidFirst> {
  const typed = form ? typedEmail(form) : ''
  const owner = own?.row.userId ? await ctx.store.users.findById(own.row.userId) : null
  return { formError: startedAgain, formEmail: typed || own?.row.formEmail || owner?.email || '' }
}
