import type { Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit.ts'
import { knownBrowser } from '#lib/domain/known-browsers.ts'
import { otpauthUri, otpQrCode } from '#lib/domain/otp.ts'
import { checkReserved, reserveFailure } from '#lib/domain/rate-limits.ts'
import { noteWrongCode } from '#lib/domain/sign-in-failures.ts'
import type { Outcome } from '#lib/kernel/outcome.ts'
import { codeDigits, withoutInvisible } from '#lib/kernel/typed.ts'
import type { View } from '#lib/kernel/view.ts'
import { clientView } from './client-view.ts'
import { continueInteraction } from './continue-interaction.ts'
import { accountDisabled, type Decision, decide, isLevel2 } from './decide.ts'
import { InteractionRefused, stateMismatch } from './interaction.ts'
import { type Challenge, checkCode, enrollmentSecret, openSecret } from './otp-proof.ts'
import { endInteraction } from './refuse.ts'
import { restart } from './restart.ts'
import {
  backToForm,
  currentAddress,
  formOf,
  guarded,
  openStep,
  type StepContext,
  stepPage,
  tooManyAttempts,
} from './steps.ts'

/** A pasted message with a code in it is no longer; the rest is not read. */
const maxTypedLength = 1_024

/**
 * `GET /auth/otp`: asks for a code, or sets two-factor authentication up where the level is mandatory
 * and the user has none. The new secret is made once for the interaction and survives reloads.
 */
export const otpPage = stepPage({
  steps: ['otp', 'otp-enrollment'],
  isPassed: (row) => row.otpVerifiedAt !== null,
  adjust: withDisabledUser,
  guard: refuseChangedSettings,
  show: async (ctx, stepContext) => {
    const challenge = challengeOf(stepContext)
    const { row, request } = challenge.interaction
    const common = {
      uiLocales: request.uiLocales,
      ceremonyId: row.interactionIdentifier,
      client: await clientView(ctx, request.client),
      email: challenge.user.email,
      ...(row.formError ? { error: { key: row.formError } } : {}),
    }
    if (challenge.step === 'otp') {
      return { kind: 'page', status: 200, view: { page: 'otp', ...common } }
    }
    const secret = await enrollmentSecret(ctx, challenge.interaction)
    const qrCode = await otpQrCode(otpauthUri(ctx.settings.appName, challenge.user.email, secret))
    const view: View = { page: 'otp-enrollment', ...common, secret, qrCode }
    return { kind: 'page', status: 200, view }
  },
})

/**
 * `POST /auth/otp`: takes a code once, or with `btnRestart` goes back to the password. A wrong, malformed or
 * replayed code is charged to the user's budget, nothing else is; an accepted one renews the browser's cookie and
 * moves the authentication time. A user disabled meanwhile is told so, whatever the code.
 */
export const submitOtp = guarded(async (ctx, incoming): Promise<Outcome> => {
  const form = formOf(incoming)
  const stepContext = withDisabledUser(await openStep(ctx, incoming, form.value('ceremonyId')))
  const { interaction, decision } = stepContext
  if (form.present('btnRestart') && decision.step !== 'sign-in') {
    // The code was accepted: the page with this button lies behind.
    if (interaction.row.otpVerifiedAt) {
      throw stateMismatch(interaction.request)
    }
    return restart(ctx, interaction)
  }
  await refuseChangedSettings(ctx, stepContext)
  if (!isCodeStep(decision)) {
    if (interaction.row.otpVerifiedAt) {
      throw stateMismatch(interaction.request)
    }
    return { kind: 'redirect', status: 303, location: currentAddress(ctx, stepContext) }
  }
  const challenge = challengeOf(stepContext)
  const { user, step } = challenge
  const secret = openSecret(ctx, challenge)
  // Who has the password only is a stranger here: their wrong codes lock no browser out that has proven one.
  const known = knownBrowser(ctx, incoming.cookies.known, user)
  const isKnown = known?.proof === 'code'
  const reservation = await reserveFailure(ctx, [
    isKnown ? ['otp_known', `${known.id}|${user.id}`] : ['otp', String(user.id)],
  ])
  if (reservation.refused) return tooManyAttempts(interaction, reservation.retryAfterSeconds)
  if (!user.enabled) {
    await reservation.release()
    return sayDisabled(ctx, challenge)
  }
  const typed = (form.value('otp') ?? '').slice(0, maxTypedLength)
  if (withoutInvisible(typed) === '') {
    await reservation.release()
    return backToForm(ctx, interaction, step, { formError: 'handler.otp.code_required' })
  }
  // A wrong code answers null; a right one that came second throws, and gives its place back.
  const proven = await checkReserved(reservation, () =>
    checkCode(ctx, challenge, secret, codeDigits(typed), incoming.cookies.browser ?? ''),
  )
  if (!proven) {
    await auditRefusal(ctx, 'auth_failed_otp', { userId: user.id })
    if (step === 'otp' && !isKnown) await noteWrongCode(ctx, user)
    return backToForm(ctx, interaction, step, { formError: 'handler.otp.incorrect_code' })
  }
  await reservation.release()
  const { request } = interaction
  const { row, browser } = proven
  const cookies = { ...incoming.cookies, browser }
  return continueInteraction(ctx, { request, row }, cookies, {
    status: 303,
    changed: [{ cookie: 'browser', value: browser }],
  })
})

/**
 * A user who was disabled while the code is asked for stays at its page, whose form tells it to them, as the password's
 * form does; every other address ends the sign-in. That disabling somebody outdates their password changes nothing
 * here.
 */
function withDisabledUser(stepContext: StepContext): StepContext {
  const { state } = stepContext.loaded
  if (stepContext.decision !== accountDisabled || !state.user) return stepContext
  const decision = decide({
    ...state,
    user: { ...state.user, enabled: true },
    password: state.password === 'none' ? 'none' : 'current',
  })
  return isCodeStep(decision) ? { ...stepContext, decision } : stepContext
}

/** Audited when it is said first, and not each time that the form comes again. */
async function sayDisabled(ctx: Context, { interaction, user, step }: Challenge): Promise<Outcome> {
  const formError = 'handler.otp.account_disabled'
  if (interaction.row.formError !== formError) {
    await auditRefusal(ctx, 'user_disabled', { userId: user.id })
  }
  return backToForm(ctx, interaction, step, { formError })
}

/**
 * Two-factor authentication was switched on or off since the password was entered. Looked at before the step: where it
 * was switched off no code is owed any more, and the sign-in would go on as if nobody had touched it.
 * @throws InteractionRefused `otp_changed`, and the interaction ends
 */
async function refuseChangedSettings(
  ctx: Context,
  { interaction, loaded, decision }: StepContext,
): Promise<void> {
  const { row, request } = interaction
  const { user } = loaded
  // Back at the password, or refused, or never asked for a code: that answer comes first.
  if (decision.step === 'sign-in' || decision.step === 'refuse') return
  if (!user?.enabled || !isLevel2(request.targetAcr) || row.userId !== user.id) return
  if (row.otpConfigGeneration === user.otpConfigGeneration) return
  await endInteraction(ctx, interaction)
  throw new InteractionRefused('otp_changed', request)
}

/** Who proves what; asked at the step of the code only. */
function challengeOf({ interaction, loaded, decision }: StepContext): Challenge {
  const { user } = loaded
  if (!user || !isCodeStep(decision)) {
    throw stateMismatch(interaction.request)
  }
  return { interaction, user, step: decision.step }
}

function isCodeStep(decision: Decision): decision is Decision & { step: Challenge['step'] } {
  return decision.step === 'otp' || decision.step === 'otp-enrollment'
}
