import type { Outcome } from '#lib/answers/outcome.ts'
import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { withSecret } from '#lib/base/network/browser-cookie.ts'
import { type Context, type Tx, transaction } from '#lib/context.ts'
import { type AuditDetails, audit, auditRefusal } from '#lib/domain/audit/audit.ts'
import { limitRequest } from '#lib/domain/limits/rate-limits.ts'
import { placeOf } from '#lib/domain/mail/notices.ts'
import {
  type GoodAssertion,
  type RefusedAssertion,
  verifyAssertion,
} from '#lib/domain/passkeys/assertion.ts'
import { noteCopy, noteSynced } from '#lib/domain/passkeys/suspicious-use.ts'
import { rememberDays, signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import type { InteractionChange, InteractionRecord, UserRecord } from '#lib/persistence/store.ts'
import { accountView } from '../account-view.ts'
import { bindingTo } from './browser-binding.ts'
import { clientView } from './client-view.ts'
import { continueInteraction } from './continue-interaction.ts'
import { readFormError } from './form-error.ts'
import {
  changeInteraction,
  noOtherProof,
  type StoredInteraction,
  stateMismatch,
} from './interaction.ts'
import { challengeBinding } from './passkey-options.ts'
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

const factorSteps = ['otp', 'passkey'] as const

/** `GET /auth/passkey`: asks for a passkey after the password. */
export const passkeyPage = stepPage({
  steps: factorSteps,
  isPassed: (row) => row.secondFactorAt !== null || row.otpVerifiedAt !== null,
  show: async (ctx, { interaction, loaded }) => {
    const { row, request } = interaction
    const { user } = loaded
    if (!user) throw stateMismatch(interaction)
    const stored = readFormError(row.formError)
    const error = stored?.key.startsWith('handler.passkey.') ? stored : undefined
    return {
      kind: 'page',
      status: 200,
      view: {
        page: 'passkey',
        uiLocales: request.uiLocales,
        ceremonyId: row.interactionIdentifier,
        requestCopy: copyOf(ctx, request),
        client: await clientView(ctx, request.client),
        account: accountView(user),
        hasApp: user.otpEnabled,
        hasCodes: signInFeatures(ctx).recoveryCodes,
        ...rememberDays(ctx),
        ...(error ? { error } : {}),
      },
    }
  },
})

/**
 * `POST /auth/passkey`: a passkey at the sign-in, or as the second factor. A refused passkey is explained on the page
 * that sent it. It counts against no account, because a key cannot be guessed.
 */
export const submitPasskey = guarded(async (ctx, incoming): Promise<Outcome> => {
  const form = formOf(incoming)
  const stepContext = await openStep(ctx, incoming, form.value('ceremonyId'))
  const { interaction, decision, loaded } = stepContext
  if (form.present('btnRestart') && decision.step !== 'sign-in') return restart(ctx, interaction)
  const isSecond = factorSteps.some((step) => step === decision.step)
  const isFirst = !isSecond && (decision.step === 'sign-in' || interaction.row.userId === null)
  if (!isSecond && !(isFirst && signInFeatures(ctx).passkeys)) {
    return { kind: 'redirect', status: 303, location: currentAddress(ctx, stepContext) }
  }
  const retryAfterSeconds = await limitRequest(ctx, 'passkey_ip', ctx.ip)
  if (retryAfterSeconds !== null) return tooManyAttempts(interaction, retryAfterSeconds)
  const assertion = await verifyAssertion(ctx, form.value('credential'), {
    use: isSecond ? 'second-factor' : 'sign-in',
    binding: challengeBinding(interaction.row),
    user: isSecond ? loaded.user : null,
  })
  if (assertion.fault !== null) return refuseAssertion(ctx, stepContext, assertion, isSecond)
  const { owner } = assertion
  if (!owner.enabled) {
    await auditRefusal(ctx, 'user_disabled', { userId: owner.id })
    const formError = 'handler.login.account_disabled'
    return backToForm(ctx, interaction, 'sign-in', { formError, formEmail: owner.email })
  }
  const browser = withSecret(incoming.cookies.browser ?? '', randomToken())
  const remembers = form.value('remember') === 'on'
  const change = isSecond ? asSecond(ctx, assertion, remembers) : asFirst(ctx, assertion)
  const write = (tx: Tx) => accept(tx, interaction, assertion, { ...change, ...bindingTo(browser) })
  const row = await withKeyedLock(`user ${owner.id}`, () => transaction(ctx, write)).catch(
    (error) => {
      if (error instanceof CountedMeanwhile) return null
      throw error
    },
  )
  if (!row) {
    const regressed = { ...assertion, fault: 'counter_regressed', signal: false } as const
    return refuseAssertion(ctx, stepContext, regressed, isSecond)
  }
  const { request } = interaction
  return continueInteraction(
    ctx,
    { request, row },
    { ...incoming.cookies, browser },
    {
      status: 303,
      changed: [{ cookie: 'browser', value: browser }],
    },
  )
})

/** Another use of the passkey stored the same count, or a greater one, first. */
class CountedMeanwhile extends Error {
  override readonly name = 'CountedMeanwhile'
}

/** Rows are locked in the order of `Store`. */
async function accept(
  tx: Tx,
  interaction: StoredInteraction,
  assertion: GoodAssertion,
  change: InteractionChange,
): Promise<InteractionRecord> {
  const { passkey, owner, use, countMustGrow } = assertion
  const now = await tx.store.users.hold(owner.id)
  if (!now || !isUnchanged(now, owner)) throw stateMismatch(interaction)
  const row = await changeInteraction(tx, interaction, change)
  const used = { ...use, lastUsedAt: tx.now }
  if (!(await tx.store.passkeys.noteUse(passkey.id, used, countMustGrow))) {
    throw (await tx.store.passkeys.hold(owner.id, passkey.id))
      ? new CountedMeanwhile()
      : stateMismatch(interaction)
  }
  audit(tx, 'auth_success_passkey', { userId: owner.id, passkeyId: passkey.id })
  noteSynced(tx, assertion, placeOf(tx))
  return row
}

function isUnchanged(now: UserRecord, then: UserRecord): boolean {
  return (
    now.enabled &&
    now.authStateGeneration === then.authStateGeneration &&
    now.otpConfigGeneration === then.otpConfigGeneration
  )
}

function asFirst({ now }: Context, { passkey, owner }: GoodAssertion): InteractionChange {
  return {
    userId: owner.id,
    authStateGeneration: owner.authStateGeneration,
    otpConfigGeneration: owner.otpConfigGeneration,
    // Another user may have made the earlier proofs and approvals.
    passwordVerifiedAt: null,
    otpVerifiedAt: null,
    otpEnrollmentSecretEncrypted: null,
    consentedScope: null,
    ...noOtherProof,
    firstFactor: 'passkey',
    firstFactorAt: now,
    passkeyId: passkey.id,
    formError: '',
    formEmail: '',
  }
}

function asSecond(
  { now }: Context,
  { passkey, owner }: GoodAssertion,
  remembers: boolean,
): InteractionChange {
  return {
    userId: owner.id,
    otpConfigGeneration: owner.otpConfigGeneration,
    secondFactor: 'passkey',
    secondFactorAt: now,
    passkeyId: passkey.id,
    remembers,
    formError: '',
    formEmail: '',
  }
}

async function refuseAssertion(
  ctx: Context,
  { interaction }: StepContext,
  { fault, signal, passkey, owner }: RefusedAssertion,
  isSecond: boolean,
): Promise<Outcome> {
  const about: AuditDetails = owner && passkey ? { userId: owner.id, passkeyId: passkey.id } : {}
  await auditRefusal(ctx, 'auth_failed_passkey', { reason: fault, ...about })
  if (fault === 'counter_regressed' && owner && passkey) {
    await noteCopy(ctx, owner, passkey.id, placeOf(ctx))
  }
  const formError = `handler.passkey.${signal ? 'removed' : shownFaults[fault]}`
  const { row } = interaction
  if (!isSecond) {
    return backToForm(ctx, interaction, 'sign-in', { formError, formEmail: row.formEmail })
  }
  return backToForm(ctx, interaction, 'passkey', { formError })
}

const shownFaults = {
  unknown: 'unknown',
  failed: 'failed',
  expired: 'expired',
  user_not_verified: 'user_not_verified',
  changed: 'changed',
  counter_regressed: 'failed',
} as const satisfies Record<RefusedAssertion['fault'], string>
