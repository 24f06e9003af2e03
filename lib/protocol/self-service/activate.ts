import type { Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit.ts'
import { hashChosenPassword } from '#lib/domain/chosen-password.ts'
import { findMarker, linkCodeHash, linkSeconds } from '#lib/domain/link-markers.ts'
import { passwordRule } from '#lib/domain/password-rules.ts'
import { AddressTaken, activate, LinkSpent, welcome } from '#lib/domain/registration.ts'
import { addSeconds } from '#lib/kernel/clock.ts'
import { equalInConstantTime } from '#lib/kernel/hash.ts'
import type { Incoming } from '#lib/kernel/incoming.ts'
import type { Outcome } from '#lib/kernel/outcome.ts'
import type { FormError } from '#lib/kernel/view.ts'
import type { LinkMarkerRecord, PreRegistrationRecord } from '#lib/persistence/store.ts'
import type { Page } from '../error-page.ts'
import {
  followLink,
  followUp,
  formAgain,
  linkExpiredPage,
  malformedPage,
  notFoundPage,
  otherSignedIn,
  page,
  refuseBeyond,
  typedPassword,
} from './pages.ts'

/** A followed link with the address it was sent to. */
interface Followed {
  readonly marker: LinkMarkerRecord
  readonly found: PreRegistrationRecord
}

/**
 * `GET /account/activate`: the mailed link, which leads on to the same address without the code, and
 * the form there. Nothing is spent: mail programs open links by themselves.
 */
export async function activatePage(ctx: Context, incoming: Incoming): Promise<Outcome> {
  if (!ctx.settings.selfRegistrationEnabled) return notFoundPage()
  const tooMany = await refuseBeyond(ctx, 'activate', ctx.ip)
  if (tooMany) return tooMany
  const code = incoming.query?.value('code')
  if (code !== undefined) return follow(ctx, incoming, code, false)
  const followed = await findFollowed(ctx, incoming)
  return 'reason' in followed ? linkExpiredPage('activate', 200) : showForm(ctx, incoming, followed)
}

async function follow(
  ctx: Context,
  { cookies }: Incoming,
  code: string,
  replaces: boolean,
): Promise<Outcome> {
  const codeHash = linkCodeHash(code)
  const found = codeHash && (await ctx.store.preRegistrations.findByCodeHash(codeHash))
  if (!found) return refused(ctx, 'unknown_code', 200)
  if (addSeconds(found.verificationCodeIssuedAt, linkSeconds) <= ctx.now) {
    return refused(ctx, 'code_expired', 200, found.id)
  }
  const link = { flow: 'activate', targetId: found.id, codeHash, code, email: found.email } as const
  return followLink(ctx, cookies, link, replaces)
}

/** `POST /account/activate`, body only: the account is made with the password chosen. */
export async function submitActivate(ctx: Context, incoming: Incoming): Promise<Outcome> {
  if (!ctx.settings.selfRegistrationEnabled) return notFoundPage()
  const { form } = incoming
  if (!form) return malformedPage()
  const tooMany = await refuseBeyond(ctx, 'activate', ctx.ip)
  if (tooMany) return tooMany
  const code = form.value('code')
  if (code !== undefined) return follow(ctx, incoming, code, true)
  const followed = await findFollowed(ctx, incoming, form.value('continuationId') ?? '')
  if ('reason' in followed) return refused(ctx, followed.reason, 400, followed.preRegistrationId)
  const { found } = followed
  try {
    const passwordHash = await hashChosenPassword(ctx, typedPassword(form), found.email)
    await activate(ctx, found, passwordHash)
  } catch (error) {
    if (error instanceof AddressTaken) return refused(ctx, 'address_taken', 400, found.id)
    if (error instanceof LinkSpent) return refused(ctx, 'claim_lost', 400, found.id)
    return formAgain(ctx, error, (said) => showForm(ctx, incoming, followed, said))
  }
  await ctx.store.linkMarkers.removeOfBrowser([followed.marker.browserHash])
  if (ctx.settings.smtpEnabled) {
    const recipient = { address: found.email, language: ctx.acceptLanguage }
    followUp(ctx, () => welcome(ctx, recipient))
  }
  return page({ page: 'registered', ceremonyId: '', uiLocales: [] })
}

async function findFollowed(
  ctx: Context,
  { cookies }: Incoming,
  continuationId?: string,
): Promise<Followed | { readonly reason: string; readonly preRegistrationId?: number }> {
  const marker = await findMarker(ctx, cookies.browser, 'activate', continuationId)
  if (typeof marker === 'string') return { reason: marker }
  const found = await ctx.store.preRegistrations.findById(marker.targetId)
  if (found && equalInConstantTime(found.verificationCodeHash, marker.codeHash)) {
    return { marker, found }
  }
  return { reason: 'code_no_longer_outstanding', preRegistrationId: marker.targetId }
}

async function refused(
  ctx: Context,
  reason: string,
  status: 200 | 400,
  preRegistrationId?: number,
): Promise<Outcome> {
  await auditRefusal(ctx, 'failed_account_activation_code', {
    reason,
    ip: ctx.ip,
    ...(preRegistrationId === undefined ? {} : { preRegistrationId }),
  })
  return linkExpiredPage('activate', status)
}

async function showForm(
  ctx: Context,
  { cookies }: Incoming,
  { marker, found }: Followed,
  error?: FormError,
): Promise<Page> {
  return page({
    page: 'activate',
    continuationId: marker.continuationId,
    email: found.email,
    ...(await otherSignedIn(ctx, cookies, null)),
    rule: passwordRule(ctx.settings.passwordPolicy),
    uiLocales: [],
    ...(error ? { error } : {}),
  })
}
