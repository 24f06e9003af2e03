import type { Outcome } from '#lib/answers/outcome.ts'
import type { FormError } from '#lib/answers/view.ts'
import { equalInConstantTime } from '#lib/base/crypto/hash.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit/audit.ts'
import type { LinkEnd } from '#lib/domain/mail/former-links.ts'
import { findMarker, isLinkLive } from '#lib/domain/mail/link-markers.ts'
import { passwordRule } from '#lib/domain/passwords/password-rules.ts'
import {
  AddressTaken,
  activate,
  activationEnd,
  findByActivationCode,
  LinkSpent,
  welcome,
} from '#lib/domain/users/registration.ts'
import type { LinkMarkerRecord, PreRegistrationRecord } from '#lib/persistence/store.ts'
import { requestCopyField } from '../authorize/request-copy.ts'
import type { Page } from '../error-page.ts'
import { followTypedCode } from './activation-code.ts'
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
  notFoundPage,
  otherSignedIn,
  page,
  refuseBeyond,
  typedPassword,
  withoutForm,
} from './pages.ts'

interface Followed {
  readonly marker: LinkMarkerRecord
  readonly found: PreRegistrationRecord
}

/**
 * `GET /account/activate`: the mailed link, which redirects to the same address without the code, and the form
 * there. The visit spends nothing, because mail programs open links automatically.
 */
export async function activatePage(ctx: Context, incoming: Incoming): Promise<Outcome> {
  if (!ctx.settings.selfRegistrationEnabled) return notFoundPage()
  const tooMany = await refuseBeyond(ctx, 'activate', ctx.ip)
  if (tooMany) return tooMany
  const code = incoming.query?.value('code')
  const from = carriedOrigin(incoming.query?.value('ceremony'))
  if (code !== undefined) return follow(ctx, incoming, { code, from }, false)
  const followed = await findFollowed(ctx, incoming)
  if (!('reason' in followed)) return showForm(ctx, incoming, { ...followed, from })
  return linkExpiredPage('activate', withoutForm(followed), 200, from)
}

async function follow(
  ctx: Context,
  { cookies }: Incoming,
  { code, from }: { readonly code: string; readonly from: string },
  replaces: boolean,
): Promise<Outcome> {
  const known = await findByActivationCode(ctx, code)
  if (!known) {
    const end = await activationEnd(ctx, { code })
    return refused(ctx, { reason: 'unknown_code', end }, 200, from)
  }
  const { found, codeHash } = known
  const { id, email, locale } = found
  if (!isLinkLive(ctx, found.verificationCodeIssuedAt)) {
    const end = { reason: 'expired' } as const
    return refused(ctx, { reason: 'code_expired', preRegistrationId: id, end }, 200, from)
  }
  const link = { flow: 'activate', targetId: id, codeHash, code, email, locale, from } as const
  return followLink(ctx, cookies, link, replaces)
}

/**
 * `POST /account/activate`, body only: creates the account with the chosen password. With `emailCode` it follows the
 * link of the mail whose code was typed.
 */
export async function submitActivate(ctx: Context, incoming: Incoming): Promise<Outcome> {
  if (!ctx.settings.selfRegistrationEnabled) return notFoundPage()
  const { form } = incoming
  if (!form) return malformedPage()
  const tooMany = await refuseBeyond(ctx, 'activate', ctx.ip)
  if (tooMany) return tooMany
  const code = form.value('code')
  const from = carriedOrigin(form.value('ceremonyId'))
  if (code !== undefined) return follow(ctx, incoming, { code, from }, true)
  if (form.present('emailCode')) return followTypedCode(ctx, incoming, form)
  const copy = form.value(requestCopyField)
  const followed = await findFollowed(ctx, incoming, form.value('continuationId') ?? '')
  if ('reason' in followed) return refused(ctx, followed, 400, from)
  const { found, marker } = followed
  try {
    await activate(ctx, found, typedPassword(form))
  } catch (error) {
    const reason = reasonOf(error)
    if (!reason)
      return formAgain(ctx, error, (said) =>
        showForm(ctx, incoming, { ...followed, from, copy }, said),
      )
    const end = await activationEnd(ctx, marker)
    return refused(ctx, { reason, preRegistrationId: found.id, end }, 400, from)
  }
  if (ctx.settings.smtpEnabled) {
    const recipient = { address: found.email, language: found.locale ?? ctx.acceptLanguage }
    followUp(ctx, () => welcome(ctx, recipient))
  }
  const end = await flowEnd(ctx, incoming.cookies, from, found.email, copy)
  return page({ page: 'registered', ...end, uiLocales: localesOf(found) })
}

interface Refused {
  readonly reason: string
  readonly preRegistrationId?: number
  readonly end: LinkEnd
}

/** The audit reason of an activation that failed; null for any other failure. */
function reasonOf(error: unknown): string | null {
  if (error instanceof AddressTaken) return 'address_taken'
  return error instanceof LinkSpent ? 'claim_lost' : null
}

async function findFollowed(
  ctx: Context,
  { cookies }: Incoming,
  continuationId?: string,
): Promise<Followed | Refused> {
  const marker = await findMarker(ctx, cookies.browser, 'activate', continuationId)
  if (typeof marker === 'string') return { reason: marker, end: { reason: 'expired' } }
  const found = await ctx.store.preRegistrations.findById(marker.targetId)
  if (found && equalInConstantTime(found.verificationCodeHash, marker.codeHash)) {
    return { marker, found }
  }
  const end = await activationEnd(ctx, marker)
  return { reason: 'code_no_longer_outstanding', preRegistrationId: marker.targetId, end }
}

async function refused(
  ctx: Context,
  { reason, preRegistrationId, end }: Refused,
  status: 200 | 400,
  from: string,
): Promise<Outcome> {
  await auditRefusal(ctx, 'failed_account_activation_code', {
    reason,
    ip: ctx.ip,
    ...(preRegistrationId === undefined ? {} : { preRegistrationId }),
  })
  return linkExpiredPage('activate', end, status, from)
}

interface Shown extends Followed {
  readonly from: string
  /** Of the request of that sign-in, as the form carried it. */
  readonly copy?: string | undefined
}

async function showForm(
  ctx: Context,
  { cookies }: Incoming,
  { marker, found, from, copy }: Shown,
  error?: FormError,
): Promise<Page> {
  const { requestCopy } = await findOrigin(ctx, cookies, from, copy)
  return page({
    page: 'activate',
    continuationId: marker.continuationId,
    ceremonyId: from,
    ...(requestCopy && { requestCopy }),
    email: found.email,
    ...(await otherSignedIn(ctx, cookies, null)),
    rule: passwordRule(ctx.settings.passwordPolicy),
    uiLocales: localesOf(found),
    ...(error ? { error } : {}),
  })
}
