import type { Outcome } from '#lib/answers/outcome.ts'
import type { View } from '#lib/answers/view.ts'
import { codeDigits, withoutInvisible } from '#lib/base/text/typed.ts'
import type { Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit/audit.ts'
import { checkReserved, reserveFailure } from '#lib/domain/limits/rate-limits.ts'
import { usablePasskeys } from '#lib/domain/passkeys/usable.ts'
import { knownBrowser } from '#lib/domain/sign-in/known-browsers.ts'
import { otpauthUri, otpQrCode } from '#lib/domain/sign-in/otp.ts'
import { noteWrongCode } from '#lib/domain/sign-in/sign-in-failures.ts'
import { rememberDays, signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import { accountView } from '../account-view.ts'
import { clientView } from './client-view.ts'
import { continueInteraction } from './continue-interaction.ts'
import { accountDisabled, type Decision, decide, isLevel2 } from './decide.ts'
import { readFormError, repeatedError } from './form-error.ts'
import { InteractionRefused, stateMismatch } from './interaction.ts'
import { secondProvenAt } from './load-interaction.ts'
import { type Challenge, checkCode, enrollmentSecret, openSecret } from './otp-proof.ts'
import { declined, endInteraction, refuseAuthorization } from './refuse.ts'
import { copyOf } from './request-copy.ts'
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

/** A pasted message with a code in it is shorter; the rest is ignored. */
const maxTypedLength = 1_024

/**
 * `GET /auth/otp`: asks for a code. If the level is mandatory and the user has no second factor, the page sets it
 * up. The new secret is generated once per interaction and survives reloads.
 */
export const otpPage = stepPage({
  steps: ['otp', 'otp-enrollment'],
  isPassed: (row) => secondProvenAt(row) !== null,
  adjust: atCode,
  guard: refuseChangedSettings,
  show: async (ctx, stepContext) => {
    const challenge = challengeOf(stepContext)
    const { row, request } = challenge.interaction
    const stored = readFormError(row.formError)
    const error = stored?.key.startsWith('handler.otp.') ? stored : undefined
    const common = {
      uiLocales: request.uiLocales,
      ceremonyId: row.interactionIdentifier,
      requestCopy: copyOf(ctx, request),
      client: await clientView(ctx, request.client),
      account: accountView(challenge.user),
      ...(error ? { error } : {}),
    }
    if (challenge.step === 'otp') {
      return {
        kind: 'page',
        status: 200,
        view: { page: 'otp', ...common, ...otherWays(ctx, stepContext) },
      }
    }
    const secret = await enrollmentSecret(ctx, challenge.interaction)
    const qrCode = await otpQrCode(otpauthUri(ctx.settings.appName, challenge.user.email, secret))
    const passkeyError = stored?.key.startsWith('validator.passkey.') ? { error: stored } : {}
    const canUsePasskey = signInFeatures(ctx).passkeys ? { canUsePasskey: true as const } : {}
    const view: View = {
      page: 'otp-enrollment',
      ...common,
      ...passkeyError,
      ...canUsePasskey,
      secret,
      qrCode,
    }
    return { kind: 'page', status: 200, view }
  },
})

/** The replacements for a code; both absent without one. */
function otherWays(ctx: Context, { loaded }: StepContext) {
  const hasPasskey = usablePasskeys(ctx, loaded.passkeys).length > 0
  return {
    ...(hasPasskey ? { hasPasskey: true as const } : {}),
    ...rememberDays(ctx),
    ...(signInFeatures(ctx).recoveryCodes ? { hasCodes: true as const } : {}),
  }
}

/**
 * `POST /auth/otp`: accepts a code once. `btnRestart` returns to the password, and `btnCancel` refuses to set the
 * second factor up, which answers the client. Only a wrong, malformed or replayed code counts against the user's budget. An accepted code renews the browser's cookie and updates the
 * authentication time. A user disabled meanwhile gets that answer for any code.
 */
export const submitOtp = guarded(async (ctx, incoming): Promise<Outcome> => {
  const form = formOf(incoming)
  const stepContext = atCode(await openStep(ctx, incoming, form.value('ceremonyId')))
  const { interaction, decision } = stepContext
  if (form.present('btnRestart') && decision.step !== 'sign-in') {
    // The code was already accepted, so the form with this button is stale.
    if (secondProvenAt(interaction.row)) {
      throw stateMismatch(interaction)
    }
    return restart(ctx, interaction)
  }
  await refuseChangedSettings(ctx, stepContext)
  if (!isCodeStep(decision)) {
    if (secondProvenAt(interaction.row)) {
      throw stateMismatch(interaction)
    }
    return { kind: 'redirect', status: 303, location: currentAddress(ctx, stepContext) }
  }
  const challenge = challengeOf(stepContext)
  const { user, step } = challenge
  if (form.present('btnCancel') && step === 'otp-enrollment') {
    return refuseAuthorization(ctx, interaction, user, declined)
  }
  const secret = openSecret(ctx, challenge)
  // A browser that never proved a code for this user counts against a separate budget. An attacker with only the
  // password therefore cannot lock out a browser that has.
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
  // A wrong code returns null. A correct code that came second throws, which releases its reservation.
  const proven = await checkReserved(reservation, () =>
    checkCode(ctx, challenge, secret, {
      code: codeDigits(typed),
      cookie: incoming.cookies.browser ?? '',
      remembers: form.value('remember') === 'on',
    }),
  )
  if (!proven) {
    const about = { clientId: interaction.request.client.id }
    await auditRefusal(ctx, 'auth_failed_otp', { userId: user.id }, about)
    if (step === 'otp' && !isKnown) await noteWrongCode(ctx, user)
    const formError = repeatedError(interaction.row.formError, 'handler.otp.incorrect_code')
    return backToForm(ctx, interaction, step, { formError })
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

/** The context for a visit of the code's page: a code may also replace the passkey that the decision asks for. */
function atCode(stepContext: StepContext): StepContext {
  const { decision, loaded } = withDisabledUser(stepContext)
  const isInstead = decision.step === 'passkey' && loaded.user?.otpEnabled
  return { ...stepContext, decision: isInstead ? { step: 'otp' } : decision }
}

/**
 * Keeps a user who was disabled at the code step on its page, whose form reports it, as the password's form does.
 * Every other address ends the sign-in. Disabling a user also outdates the password; this step ignores that.
 */
function withDisabledUser(stepContext: StepContext): StepContext {
  const { state } = stepContext.loaded
  if (stepContext.decision !== accountDisabled || !state.user) return stepContext
  const decision = decide({
    ...state,
    user: { ...state.user, enabled: true },
    first: { ...state.first, state: state.first.state === 'none' ? 'none' : 'current' },
  })
  return isCodeStep(decision) || decision.step === 'passkey'
    ? { ...stepContext, decision }
    : stepContext
}

/** Audits the first such answer, not its repetitions by the same form. */
async function sayDisabled(ctx: Context, { interaction, user, step }: Challenge): Promise<Outcome> {
  const formError = 'handler.otp.account_disabled'
  if (interaction.row.formError !== formError) {
    await auditRefusal(ctx, 'user_disabled', { userId: user.id })
  }
  return backToForm(ctx, interaction, step, { formError })
}

/**
 * Refuses when two-factor authentication was switched on or off since the password was entered. Runs before the
 * step: after it was switched off no code is required, and the sign-in would continue as if nothing had changed.
 * @throws InteractionRefused `otp_changed`, and the interaction ends
 */
async function refuseChangedSettings(
  ctx: Context,
  { interaction, loaded, decision }: StepContext,
): Promise<void> {
  const { row, request } = interaction
  const { user } = loaded
  // These states have answers of their own, which take precedence.
  if (decision.step === 'sign-in' || decision.step === 'refuse') return
  if (!user?.enabled || !isLevel2(request.targetAcr) || row.userId !== user.id) return
  if (row.otpConfigGeneration === user.otpConfigGeneration) return
  await endInteraction(ctx, interaction)
  throw new InteractionRefused('otp_changed', { own: interaction })
}

/** The user and factor to prove; valid only at the code step. */
function challengeOf({ interaction, loaded, decision }: StepContext): Challenge {
  const { user } = loaded
  if (!user || !isCodeStep(decision)) {
    throw stateMismatch(interaction)
  }
  return { interaction, user, step: decision.step }
}

function isCodeStep(decision: Decision): decision is Decision & { step: Challenge['step'] } {
  return decision.step === 'otp' || decision.step === 'otp-enrollment'
}
