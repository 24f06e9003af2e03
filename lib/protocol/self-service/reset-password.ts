import type { Outcome } from '#lib/answers/outcome.ts'
import type { FormError } from '#lib/answers/view.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import type { LinkEnd } from '#lib/domain/mail/former-links.ts'
import { findMarker } from '#lib/domain/mail/link-markers.ts'
import {
  auditFailedReset,
  findByMarker,
  findByResetCode,
  notifyPasswordChange,
  resetEnd,
  resetPassword,
} from '#lib/domain/passwords/password-reset.ts'
import { passwordRule } from '#lib/domain/passwords/password-rules.ts'
import { rememberUser } from '#lib/domain/sign-in/known-browsers.ts'
import { otherWaysIn } from '#lib/domain/sign-in/other-ways-in.ts'
import type { LinkMarkerRecord, UserRecord } from '#lib/persistence/store.ts'
import { accountView } from '../account-view.ts'
import { requestCopyField } from '../authorize/request-copy.ts'
import type { Page } from '../error-page.ts'
import {
  carriedOrigin,
  findOrigin,
  flowEnd,
  followLink,
  followUp,
  formAgain,
  linkExpiredPage,
  localesOf,
  malformedPage,
  otherSignedIn,
  page,
  refuseBeyond,
  typedPassword,
  withoutForm,
} from './pages.ts'
import { removalField, removeWayIn, waysAfterReset } from './ways-in-after-reset.ts'

interface Followed {
  readonly marker: LinkMarkerRecord
  readonly user: UserRecord
}

/**
 * `GET /reset-password`: the mailed link, which redirects to the same address without the code, and the form there.
 * The visit spends nothing, because mail programs open links automatically.
 */
export async function resetPasswordPage(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const tooMany = await refuseBeyond(ctx, 'reset_pwd', ctx.ip)
  if (tooMany) return tooMany
  const code = incoming.query?.value('code')
  const from = carriedOrigin(incoming.query?.value('ceremony'))
  if (code !== undefined) return follow(ctx, incoming, { code, from }, false)
  const followed = await findFollowed(ctx, incoming)
  if (!('reason' in followed)) return showForm(ctx, incoming, { ...followed, from })
  return linkExpiredPage('reset', withoutForm(followed), 200, from)
}

async function follow(
  ctx: Context,
  { cookies }: Incoming,
  { code, from }: { readonly code: string; readonly from: string },
  replaces: boolean,
): Promise<Outcome> {
  const found = await findByResetCode(ctx, code)
  if ('refused' in found) {
    const { refused: reason, userId } = found
    return refused(ctx, { reason, userId, end: await resetEnd(ctx, { code }) }, 200, from)
  }
  const { user, codeHash } = found
  const { email, locale } = user
  const link = { flow: 'reset', targetId: user.id, codeHash, code, email, locale, from } as const
  return followLink(ctx, cookies, link, replaces)
}

/**
 * `POST /reset-password`, body only: sets the password and ends all sessions and tokens from before. With `code` it
 * follows that link instead of the one that is open in this browser. The page after it sends `removal`.
 */
export async function submitResetPassword(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const { form } = incoming
  if (!form) return malformedPage()
  const tooMany = await refuseBeyond(ctx, 'reset_pwd', ctx.ip)
  if (tooMany) return tooMany
  if (form.present(removalField)) return removeWayIn(ctx, incoming, form)
  const code = form.value('code')
  const from = carriedOrigin(form.value('ceremonyId'))
  if (code !== undefined) return follow(ctx, incoming, { code, from }, true)
  const copy = form.value(requestCopyField)
  const followed = await findFollowed(ctx, incoming, form.value('continuationId') ?? '')
  if ('reason' in followed) return refused(ctx, followed, 400, from)
  const { user, marker } = followed
  let changed: UserRecord | null
  try {
    changed = await resetPassword(ctx, marker, typedPassword(form))
  } catch (error) {
    return formAgain(ctx, error, (said) =>
      showForm(ctx, incoming, { ...followed, from, copy }, said),
    )
  }
  if (!changed) {
    const end = await resetEnd(ctx, marker)
    return refused(ctx, { reason: 'claim_lost', userId: user.id, end }, 400, from)
  }
  const others = await otherWaysIn(ctx, changed)
  if (ctx.settings.smtpEnabled) followUp(ctx, () => notifyPasswordChange(ctx, user, others))
  const known = rememberUser(ctx, incoming.cookies.known, changed, 'password')
  const end = await flowEnd(ctx, incoming.cookies, from, changed.email, copy)
  const ways = await waysAfterReset(ctx, changed, others, incoming.cookies.browser)
  const view = { page: 'password-set', ...end, ...ways, uiLocales: localesOf(changed) } as const
  return page(view, 200, [known])
}

interface Refused {
  readonly reason: string
  readonly userId?: number | undefined
  readonly end: LinkEnd
}

async function findFollowed(
  ctx: Context,
  { cookies }: Incoming,
  continuationId?: string,
): Promise<Followed | Refused> {
  const marker = await findMarker(ctx, cookies.browser, 'reset', continuationId)
  if (typeof marker === 'string') return { reason: marker, end: { reason: 'expired' } }
  const found = await findByMarker(ctx, marker)
  if (!('refused' in found)) return { marker, user: found.user }
  return { reason: found.refused, userId: marker.targetId, end: await resetEnd(ctx, marker) }
}

async function refused(
  ctx: Context,
  { reason, userId, end }: Refused,
  status: 200 | 400,
  from: string,
): Promise<Outcome> {
  await auditFailedReset(ctx, reason, userId)
  return linkExpiredPage('reset', end, status, from)
}

interface Shown extends Followed {
  readonly from: string
  /** Of the request of that sign-in, as the form carried it. */
  readonly copy?: string | undefined
}

async function showForm(
  ctx: Context,
  { cookies }: Incoming,
  { marker, user, from, copy }: Shown,
  error?: FormError,
): Promise<Page> {
  const { requestCopy } = await findOrigin(ctx, cookies, from, copy)
  return page({
    page: 'reset-password',
    continuationId: marker.continuationId,
    ceremonyId: from,
    ...(requestCopy && { requestCopy }),
    account: accountView(user),
    ...((await isNew(ctx, user)) && { isNew: true }),
    ...(await otherSignedIn(ctx, cookies, user.id)),
    rule: passwordRule(ctx.settings.passwordPolicy),
    uiLocales: localesOf(user),
    ...(error ? { error } : {}),
  })
}

/** True when an administrator created the account without a password, and it has no other way to sign in. */
async function isNew(ctx: Context, user: UserRecord): Promise<boolean> {
  return user.passwordHash === '' && (await otherWaysIn(ctx, user)).length === 0
}
