import type { Outcome } from '#lib/answers/outcome.ts'
import { Refusal } from '#lib/answers/refusal.ts'
import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { withSecret } from '#lib/base/network/browser-cookie.ts'
import { type Tx, transaction } from '#lib/context.ts'
import { placeOf } from '#lib/domain/mail/notices.ts'
import { maxPasskeyOffers } from '#lib/domain/passkeys/offer.ts'
import { setAskAfterPassword } from '#lib/domain/passkeys/own-passkeys.ts'
import { storePasskey, verifyRegistration } from '#lib/domain/passkeys/registration.ts'
import { codesWithFactor, type RecoveryCodeSet } from '#lib/domain/sign-in/recovery-codes.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import type { InteractionRecord, NewPasskey, UserRecord } from '#lib/persistence/store.ts'
import { accountView } from '../account-view.ts'
import { bindingTo } from './browser-binding.ts'
import { clientView } from './client-view.ts'
import { continueInteraction } from './continue-interaction.ts'
import { readFormError } from './form-error.ts'
import { changeInteraction, type StoredInteraction, stateMismatch } from './interaction.ts'
import { keepFirstCodes } from './new-recovery-codes.ts'
import { challengeBinding } from './passkey-options.ts'
import { copyOf } from './request-copy.ts'
import { backToForm, currentAddress, formOf, guarded, openStep, stepPage } from './steps.ts'

/** `GET /auth/passkey-offer`: offers a passkey after everything else is proven. */
export const passkeyOfferPage = stepPage({
  steps: ['passkey-offer'],
  isPassed: () => false,
  show: async (ctx, { interaction, loaded }) => {
    const { row, request } = interaction
    const { user } = loaded
    if (!user) throw stateMismatch(interaction)
    const error = readFormError(row.formError)
    return {
      kind: 'page',
      status: 200,
      view: {
        page: 'passkey-offer',
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
 * `POST /auth/passkey-offer`: a new passkey, "Not now" or "Don't ask again". The page that sets up a missing second
 * factor posts its passkey here too.
 */
export const submitPasskeyOffer = guarded(async (ctx, incoming): Promise<Outcome> => {
  const form = formOf(incoming)
  const stepContext = await openStep(ctx, incoming, form.value('ceremonyId'))
  const { interaction, decision, loaded } = stepContext
  const { user } = loaded
  const { step } = decision
  // Wherever the sign-in is by now, for example because another tab has gone on: the answer concerns the user.
  if (user && form.present('btnNever')) {
    await ctx.store.passkeys.noteOffer(user.id, maxPasskeyOffers, ctx.now)
  }
  if (!user || (step !== 'passkey-offer' && step !== 'otp-enrollment')) {
    return { kind: 'redirect', status: 303, location: currentAddress(ctx, stepContext) }
  }
  const { request } = interaction
  if (!form.present('credential')) {
    if (step === 'passkey-offer' && !form.present('btnNever')) {
      await ctx.store.passkeys.noteOffer(user.id, user.passkeyOffers + 1, ctx.now)
    }
    return continueInteraction(ctx, interaction, incoming.cookies, { status: 303 })
  }
  if (!signInFeatures(ctx).passkeys) throw stateMismatch(interaction)
  try {
    const fresh = await verifyRegistration(ctx, user, form.value('credential'), {
      binding: challengeBinding(interaction.row),
      userAgent: ctx.userAgent,
    })
    const codes = await codesWithFactor(ctx, user)
    const browser = withSecret(incoming.cookies.browser ?? '', randomToken())
    const asks = form.value('askAfterPassword') === 'on'
    const made = { fresh, codes, asks, browser, isProof: asks || step === 'otp-enrollment' }
    const row = await withKeyedLock(`user ${user.id}`, () =>
      transaction(ctx, (tx) => register(tx, interaction, user, made)),
    )
    return continueInteraction(
      ctx,
      { request, row },
      { ...incoming.cookies, browser },
      {
        status: 303,
        changed: [{ cookie: 'browser', value: browser }],
      },
    )
  } catch (error) {
    if (!(error instanceof Refusal) || !error.code.startsWith('validator.passkey.')) throw error
    return backToForm(ctx, interaction, step, { formError: error.code })
  }
})

interface Made {
  readonly fresh: NewPasskey
  readonly codes: RecoveryCodeSet | null
  readonly asks: boolean
  /** The browser's next cookie. */
  readonly browser: string
  /** The new passkey counts as the second factor of this sign-in. */
  readonly isProof: boolean
}

/** Rows are locked in the order of `Store`. */
async function register(
  tx: Tx,
  interaction: StoredInteraction,
  user: UserRecord,
  { fresh, codes, asks, browser, isProof }: Made,
): Promise<InteractionRecord> {
  const now = await tx.store.users.lock(user.id)
  const isUnchanged =
    now?.enabled &&
    now.authStateGeneration === user.authStateGeneration &&
    now.otpConfigGeneration === user.otpConfigGeneration
  if (!isUnchanged) throw stateMismatch(interaction)
  const passkey = await storePasskey(tx, now, fresh, placeOf(tx))
  await tx.store.passkeys.noteOffer(now.id, now.passkeyOffers + 1, tx.now)
  if (asks) await setAskAfterPassword(tx, now, true)
  const proof = { secondFactor: 'passkey', secondFactorAt: tx.now, passkeyId: passkey.id }
  return changeInteraction(tx, interaction, {
    userId: user.id,
    otpConfigGeneration: user.otpConfigGeneration + (asks && !now.passkeySecondFactor ? 1 : 0),
    ...(isProof ? proof : {}),
    ...(await keepFirstCodes(tx, interaction.row, now, codes)),
    otpEnrollmentSecretEncrypted: null,
    formError: '',
    formEmail: '',
    ...bindingTo(browser),
  })
}
