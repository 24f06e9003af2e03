import type { Outcome } from '#lib/answers/outcome.ts'
import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { withSecret } from '#lib/base/network/browser-cookie.ts'
import { type Context, type Tx, transaction } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit/audit.ts'
import { checkReserved, reserveFailure } from '#lib/domain/limits/rate-limits.ts'
import { placeOf } from '#lib/domain/mail/notices.ts'
import { requireHashingRoom } from '#lib/domain/passwords/password.ts'
import {
  fewRecoveryCodes,
  findRecoveryCode,
  normalizeRecoveryCode,
  recoveryCodesLeft,
  spendRecoveryCode,
} from '#lib/domain/sign-in/recovery-codes.ts'
import type { InteractionRecord, RecoveryCodeRecord, UserRecord } from '#lib/persistence/store.ts'
import { accountView } from '../account-view.ts'
import { bindingTo } from './browser-binding.ts'
import { clientView } from './client-view.ts'
import { continueInteraction } from './continue-interaction.ts'
import { readFormError, repeatedError } from './form-error.ts'
import { changeInteraction, type StoredInteraction, stateMismatch } from './interaction.ts'
import { offerNewCodes } from './new-recovery-codes.ts'
import { copyOf } from './request-copy.ts'
import { restart } from './restart.ts'
import {
  currentAddress,
  formOf,
  guarded,
  openStep,
  type StepContext,
  stepPage,
  tooManyAttempts,
} from './steps.ts'

const maxTypedLength = 256
const factorSteps = ['otp', 'passkey'] as const

/** `GET /auth/recovery-code`: asks for a saved code in place of the required second factor. */
export const recoveryCodePage = stepPage({
  steps: factorSteps,
  isPassed: (row) => row.secondFactorAt !== null,
  show: async (ctx, { interaction, loaded }) => {
    const { row, request } = interaction
    const { user } = loaded
    if (!user) throw stateMismatch(interaction)
    const stored = readFormError(row.formError)
    const error = stored?.key.startsWith('handler.recovery.') ? stored : undefined
    return {
      kind: 'page',
      status: 200,
      view: {
        page: 'recovery-code',
        uiLocales: request.uiLocales,
        ceremonyId: row.interactionIdentifier,
        requestCopy: copyOf(ctx, request),
        client: await clientView(ctx, request.client),
        account: accountView(user),
        ...(error ? { error } : {}),
      },
    }
  },
})

/**
 * `POST /auth/recovery-code`: accepts an unused code once, in place of any required second factor. Only wrong codes
 * count against their budget.
 */
export const submitRecoveryCode = guarded(async (ctx, incoming): Promise<Outcome> => {
  const form = formOf(incoming)
  const stepContext = await openStep(ctx, incoming, form.value('ceremonyId'))
  const { interaction, decision, loaded } = stepContext
  if (form.present('btnRestart') && decision.step !== 'sign-in') return restart(ctx, interaction)
  const { user } = loaded
  if (!user || !factorSteps.some((step) => step === decision.step)) {
    return { kind: 'redirect', status: 303, location: currentAddress(ctx, stepContext) }
  }
  requireHashingRoom()
  const typed = (form.value('code') ?? '').slice(0, maxTypedLength)
  if (normalizeRecoveryCode(typed) === '') {
    return sayAgain(ctx, stepContext, 'handler.recovery.required')
  }
  const reservation = await reserveFailure(ctx, [['recovery_code', String(user.id)]])
  if (reservation.refused) return tooManyAttempts(interaction, reservation.retryAfterSeconds)
  const proven = await checkReserved(reservation, () =>
    check(ctx, incoming, interaction, user, typed),
  )
  if (!proven) {
    await auditRefusal(ctx, 'auth_failed_recovery_code', { userId: user.id })
    const { formError } = interaction.row
    return sayAgain(ctx, stepContext, repeatedError(formError, 'handler.recovery.wrong'))
  }
  await reservation.release()
  const { request } = interaction
  const { row, browser } = proven
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

async function sayAgain(
  ctx: Context,
  { interaction }: StepContext,
  formError: string,
): Promise<Outcome> {
  const { row } = interaction
  await ctx.store.interactions.change(row, { formError, formEmail: '' })
  const address = `/auth/recovery-code?ceremony=${row.interactionIdentifier}`
  return { kind: 'redirect', status: 303, location: `${ctx.config.baseUrl}${address}` }
}

interface Proven {
  readonly row: InteractionRecord
  readonly browser: string
}

async function check(
  ctx: Context,
  { cookies }: Parameters<typeof openStep>[1],
  interaction: StoredInteraction,
  user: UserRecord,
  typed: string,
): Promise<Proven | null> {
  const codes = await ctx.store.recoveryCodes.findOfUser(user.id)
  const code = await findRecoveryCode(ctx, codes, typed)
  if (!code || code.usedAt) return null
  const browser = withSecret(cookies.browser ?? '', randomToken())
  const left = recoveryCodesLeft(codes) - 1
  const spent = { code, browser, device: cookies.device, areFewLeft: left <= fewRecoveryCodes }
  const write = (tx: Tx) => spend(tx, interaction, user, spent)
  const row = await withKeyedLock(`user ${user.id}`, () => transaction(ctx, write))
  return row && { row, browser }
}

interface Spent {
  readonly code: RecoveryCodeRecord
  /** The browser's next cookie. */
  readonly browser: string
  /** The cookie of a browser that may be remembered. */
  readonly device: string | null
  /** New codes are offered before the sign-in continues. */
  readonly areFewLeft: boolean
}

/** Rows are locked in the order of `Store`. */
async function spend(
  tx: Tx,
  interaction: StoredInteraction,
  user: UserRecord,
  { code, browser, device, areFewLeft }: Spent,
): Promise<InteractionRecord | null> {
  const now = await tx.store.users.hold(user.id)
  const isUnchanged =
    now?.enabled &&
    now.otpConfigGeneration === user.otpConfigGeneration &&
    now.authStateGeneration === user.authStateGeneration
  if (!isUnchanged) throw stateMismatch(interaction)
  const row = await changeInteraction(tx, interaction, {
    userId: user.id,
    secondFactor: 'recovery',
    secondFactorAt: tx.now,
    otpConfigGeneration: user.otpConfigGeneration,
    formError: '',
    formEmail: '',
    ...(areFewLeft ? offerNewCodes(tx, interaction.row) : {}),
    ...bindingTo(browser),
  })
  const isSpent = await spendRecoveryCode(tx, user, code, placeOf(tx), device)
  if (!isSpent) throw stateMismatch(interaction)
  return row
}
