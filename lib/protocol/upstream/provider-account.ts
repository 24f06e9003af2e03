import type { Outcome } from '#lib/answers/outcome.ts'
import type { View } from '#lib/answers/view.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { withSecret } from '#lib/base/network/browser-cookie.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import { mailedCode } from '#lib/base/text/typed.ts'
import type { Context } from '#lib/context.ts'
import { isEmailTooLong } from '#lib/domain/email/email-address.ts'
import { hasEmailForm, normalizeEmail } from '#lib/domain/email/email-form.ts'
import { reserveFailure } from '#lib/domain/limits/rate-limits.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import { bindingTo } from '../authorize/browser-binding.ts'
import { clientView } from '../authorize/client-view.ts'
import { continueInteraction } from '../authorize/continue-interaction.ts'
import { readFormError } from '../authorize/form-error.ts'
import {
  changeInteraction,
  type StoredInteraction,
  stateMismatch,
} from '../authorize/interaction.ts'
import { firstProvenAt } from '../authorize/load-interaction.ts'
import { copyOf } from '../authorize/request-copy.ts'
import {
  backToForm,
  currentAddress,
  formOf,
  guarded,
  openStep,
  stepPage,
  tooManyAttempts,
} from '../authorize/steps.ts'
import { typedEmail } from '../typed-email.ts'
import { isRightCode, mailCode } from './email-code.ts'
import { openPending, type PendingIdentity, sealPending } from './pending-identity.ts'
import { noEmailCode } from './proof.ts'
import { aliasOfError, providerError, shownProviderError } from './provider-error.ts'
import { type ReadStanding, readStanding } from './read-standing.ts'
import { type Settled, settle, startFresh } from './settle.ts'

type AccountView = Extract<View, { page: 'provider-account' }>

/** `GET /auth/provider-account`: asks which account belongs to an identity, or for the proof of its address. */
export const providerAccountPage = stepPage({
  steps: ['provider-account'],
  isPassed: (row) => firstProvenAt(row) !== null,
  show: async (ctx, { interaction }) => {
    const pending = openPending(ctx, interaction.row)
    const read = pending && (await readStanding(ctx, pending))
    if (!pending || !read) return leave(ctx, interaction, 'handler.provider.gone')
    return { kind: 'page', status: 200, view: await viewOf(ctx, interaction, pending, read) }
  },
})

async function viewOf(
  ctx: Context,
  { row, request }: StoredInteraction,
  pending: PendingIdentity,
  { provider, standing }: ReadStanding,
): Promise<AccountView> {
  const error = errorOf(ctx, row.formError, pending, provider)
  const hasCode = row.emailCodeEncrypted !== null
  const step = hasCode ? 'code' : standing.act === 'prove-email' ? 'email' : 'connect'
  const ask = standing.act === 'ask' ? standing : { maySignIn: false, mayStartFresh: false }
  return {
    page: 'provider-account',
    uiLocales: request.uiLocales,
    ceremonyId: row.interactionIdentifier,
    requestCopy: copyOf(ctx, request),
    client: await clientView(ctx, request.client),
    provider: { name: provider.displayName, alias: provider.alias, preset: provider.preset },
    step,
    email: step === 'email' ? row.formEmail || pending.email : pending.email,
    maySignIn: ask.maySignIn,
    mayStartFresh: ask.mayStartFresh,
    canRecover: ctx.settings.smtpEnabled,
    ...(signInFeatures(ctx).passkeys ? { passkeys: true } : {}),
    ...(error ? { error } : {}),
  }
}

function errorOf(
  ctx: Context,
  formError: string,
  { email }: PendingIdentity,
  provider: ReadStanding['provider'],
) {
  if (aliasOfError(formError) === null) return readFormError(formError)
  return shownProviderError(formError, provider, { email, appName: ctx.settings.appName })
}

/**
 * `POST /auth/provider-account`: an address to prove, the code that proves it, a new account for an address that
 * another person has without proof, or back to the sign-in. Passwords go to `/auth/pwd`, passkeys to `/auth/passkey`.
 */
export const submitProviderAccount = guarded(async (ctx, incoming): Promise<Outcome> => {
  const form = formOf(incoming)
  const stepContext = await openStep(ctx, incoming, form.value('ceremonyId'))
  const { interaction, decision } = stepContext
  if (decision.step !== 'provider-account') {
    return { kind: 'redirect', status: 303, location: currentAddress(ctx, stepContext) }
  }
  const pending = openPending(ctx, interaction.row)
  if (!pending) throw stateMismatch(interaction)
  if (form.present('btnBack')) return leave(ctx, interaction, '')
  if (form.present('btnFresh')) return askFresh(ctx, incoming, interaction, pending)
  if (form.present('emailCode')) return takeCode(ctx, incoming, form, interaction, pending)
  return askForCode(ctx, incoming, form, interaction, pending)
})

async function askForCode(
  ctx: Context,
  incoming: Incoming,
  form: Parameters,
  interaction: StoredInteraction,
  pending: PendingIdentity,
): Promise<Outcome> {
  // "Send a new code" names no address, so the former one stays.
  if (!form.present('email')) {
    if (!interaction.row.emailCodeEncrypted) throw stateMismatch(interaction)
    return sendCode(ctx, incoming, interaction, pending)
  }
  const typed = typedEmail(form)
  const email = normalizeEmail(typed)
  if (email === '' || !hasEmailForm(email) || isEmailTooLong(email)) {
    const formError = email === '' ? 'validator.email.required' : 'validator.email.invalid_format'
    return backToForm(ctx, interaction, 'provider-account', { formError, formEmail: typed })
  }
  if (pending.isEmailProven) throw stateMismatch(interaction)
  return sendCode(ctx, incoming, interaction, { ...pending, email })
}

async function sendCode(
  ctx: Context,
  incoming: Incoming,
  interaction: StoredInteraction,
  pending: PendingIdentity,
): Promise<Outcome> {
  if (!ctx.settings.smtpEnabled) throw stateMismatch(interaction)
  const language = [...interaction.request.uiLocales, ctx.acceptLanguage].join(',')
  const mailed = await mailCode(ctx, interaction.row, pending.email, language)
  if (mailed.refused) return tooManyAttempts(interaction, mailed.retryAfterSeconds)
  const row = await changeInteraction(ctx, interaction, {
    ...mailed.columns,
    ...sealPending(ctx, interaction.row, pending),
    formError: '',
    formEmail: '',
  })
  const { request } = interaction
  return continueInteraction(ctx, { request, row }, incoming.cookies, { status: 303 })
}

async function takeCode(
  ctx: Context,
  incoming: Incoming,
  form: Parameters,
  interaction: StoredInteraction,
  pending: PendingIdentity,
): Promise<Outcome> {
  const { row } = interaction
  const guess = await reserveFailure(ctx, [['email_code_guess', pending.email]])
  if (guess.refused) return tooManyAttempts(interaction, guess.retryAfterSeconds)
  const typed = mailedCode((form.value('emailCode') ?? '').slice(0, 1_024))
  if (typed === '' || !isRightCode(ctx, row, typed)) {
    const alias = (await ctx.store.identityProviders.findById(pending.providerId))?.alias ?? ''
    await changeInteraction(ctx, interaction, {
      emailCodeFailures: row.emailCodeFailures + 1,
      formError: providerError('code_wrong', { alias }),
    })
    return { kind: 'redirect', status: 303, location: addressOf(ctx, interaction) }
  }
  await guess.release()
  const proven = { ...pending, isEmailProven: true, isProvenHere: true }
  return proceed(ctx, incoming, interaction, proven, pending.wantsFresh ? startFresh : settle)
}

/** A code to the address, unless one was entered in this sign-in already. */
function askFresh(
  ctx: Context,
  incoming: Incoming,
  interaction: StoredInteraction,
  pending: PendingIdentity,
): Promise<Outcome> {
  const wanted = { ...pending, wantsFresh: true }
  return pending.isProvenHere
    ? proceed(ctx, incoming, interaction, wanted, startFresh)
    : sendCode(ctx, incoming, interaction, wanted)
}

/** Continues with an address that is proven now; the browser gets another secret. */
async function proceed(
  ctx: Context,
  incoming: Incoming,
  interaction: StoredInteraction,
  pending: PendingIdentity,
  work: typeof settle,
): Promise<Outcome> {
  const browser = withSecret(incoming.cookies.browser, randomToken())
  const settled: Settled = await work(ctx, interaction, pending, bindingTo(browser)).catch(
    (error: unknown) => {
      // Another request created or linked first, and its result decides.
      if (isUniqueViolation(error)) return work(ctx, interaction, pending, bindingTo(browser))
      throw error
    },
  )
  if ('refused' in settled || 'linked' in settled) {
    const alias = (await ctx.store.identityProviders.findById(pending.providerId))?.alias ?? ''
    return leave(
      ctx,
      interaction,
      providerError('refused' in settled ? settled.refused : 'refused', { alias }),
      pending.email,
    )
  }
  const cookies = { ...incoming.cookies, browser }
  const next = { request: interaction.request, row: settled.row }
  const changed = [{ cookie: 'browser', value: browser }] as const
  return continueInteraction(ctx, next, cookies, { status: 303, changed })
}

/** Back to the sign-in page, without the identity. */
async function leave(
  ctx: Context,
  interaction: StoredInteraction,
  formError: string,
  formEmail = '',
): Promise<Outcome> {
  await changeInteraction(ctx, interaction, {
    pendingIdentityEncrypted: null,
    ...noEmailCode,
    formError,
    formEmail,
  })
  const { interactionIdentifier } = interaction.row
  const location = `${ctx.config.baseUrl}/auth/pwd?ceremony=${interactionIdentifier}`
  return { kind: 'redirect', status: 303, location }
}

function addressOf(ctx: Context, { row }: StoredInteraction): string {
  return `${ctx.config.baseUrl}/auth/provider-account?ceremony=${row.interactionIdentifier}`
}
