import type { Outcome } from '#lib/answers/outcome.ts'
import type { Way } from '#lib/answers/view.ts'
import type { Unavailable } from '#lib/base/errors/errors.ts'
import { logUnavailable } from '#lib/base/log/unavailable-log.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit/audit.ts'
import { maxTypedEmailLength } from '#lib/domain/email/email-address.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import {
  type Counted,
  countFailures,
  passwordFailures,
  type Tier,
} from '#lib/domain/limits/rate-limits.ts'
import {
  type PasswordVerdict,
  renewedHash,
  requireHashingRoom,
  verifyPassword,
} from '#lib/domain/passwords/password.ts'
import { type KnownBrowser, knownBrowser } from '#lib/domain/sign-in/known-browsers.ts'
import { isLinkNeeded, noteWrongPassword } from '#lib/domain/sign-in/sign-in-failures.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { busyHeaders, busyMessage, isBusy } from '../busy.ts'
import { cookieAfterProof } from './browser-binding.ts'
import { continueWithPassword } from './continue-interaction.ts'
import { decide } from './decide.ts'
import type { EnteredPassword } from './entered-password.ts'
import { repeatedError } from './form-error.ts'
import {
  InteractionRefused,
  openInteraction,
  type StoredInteraction,
  stateMismatch,
} from './interaction.ts'
import { firstProvenAt, loadInteraction } from './load-interaction.ts'
import { continueAgain, findSentAgain } from './same-form-again.ts'
import { type Attempt, isTooLong, readAttempt } from './sign-in-attempt.ts'
import { signInView } from './sign-in-view.ts'
import {
  backToForm,
  formOf,
  guarded,
  type StepContext,
  stepPage,
  tooManyAttempts,
} from './steps.ts'

const emailRequired = 'validator.login.email_required'

interface Authenticated {
  readonly user: UserRecord
  readonly verdict: PasswordVerdict
}

export const signInPage = stepPage({
  steps: ['sign-in'],
  isPassed: (row) => firstProvenAt(row) !== null,
  show: async (ctx, stepContext, { query }) => {
    const { interaction } = stepContext
    const sent = query?.value('account')
    const isOther = sent === 'other'
    const { formEmail, formError } = isOther ? nothingTyped : interaction.row
    const account = isOther ? null : accountToConfirm(stepContext)
    const shown = { formEmail, formError, account, isCorrected: sent === 'change' }
    return { kind: 'page', status: 200, view: await signInView(ctx, interaction, shown) }
  },
})

const nothingTyped = { formEmail: '', formError: '' }

/**
 * The owner of a session that does not suffice for the request: the page asks for that user's password alone. Null if
 * another address was typed or hinted.
 */
function accountToConfirm({ interaction, loaded }: StepContext): UserRecord | null {
  const { user, state } = loaded
  const { row, request } = interaction
  if (!user?.enabled || !state.session?.live || !state.user?.hinted) return null
  if (firstProvenAt(row) || row.formError === emailRequired) return null
  const typed = row.formEmail || request.loginHint
  return typed === '' || normalizeEmail(typed) === user.email ? user : null
}

/**
 * `POST /auth/pwd`: verifies email and password, body only. Limits are checked first, so a refused attempt costs no
 * hash. Only failures count, because many users may share an address. A browser that has signed in as the user before
 * has its own budget, which an attacker cannot exhaust. An unknown address takes as long as a wrong password and gets
 * the same answer. So does an account that needs a mailed link first. Where the address is asked for first, a form
 * without a password leads to the next page, and no account is looked up.
 */
export const submitSignIn = guarded(async (ctx, incoming): Promise<Outcome> => {
  const form = formOf(incoming)
  const identifier = form.value('ceremonyId')
  const attempt = readAttempt(form)
  if (signInFeatures(ctx).identifierFirst && !form.present('password')) {
    return takeAddress(ctx, incoming, identifier, attempt)
  }
  const again = await findSentAgain(ctx, incoming.cookies, identifier)
  const interaction = again ?? (await openInteraction(ctx, incoming.cookies, identifier))
  try {
    if (again) return await signInAgain(ctx, incoming, again, attempt)
    return await signIn(ctx, incoming, interaction, attempt)
  } catch (error) {
    if (!isBusy(error)) throw error
    return busyPage(ctx, interaction, attempt, error)
  }
})

/**
 * Shows the form again while the server is overloaded. The interaction stays as it is, no attempt counts, and
 * nothing is written.
 */
async function busyPage(
  ctx: Context,
  interaction: StoredInteraction,
  { typed }: Attempt,
  error: Unavailable,
): Promise<Outcome> {
  logUnavailable(ctx, error)
  const view = await signInView(ctx, interaction, { formEmail: typed, formError: busyMessage })
  return { kind: 'page', status: 503, view, headers: busyHeaders(error) }
}

/** Keeps the address, and asks for the password. Known and unknown addresses take the same way. */
async function takeAddress(
  ctx: Context,
  incoming: Incoming,
  identifier: string | undefined,
  { email, typed }: Attempt,
): Promise<Outcome> {
  const interaction = await openInteraction(ctx, incoming.cookies, identifier)
  await requireSignInStep(ctx, incoming, interaction)
  const said = email === '' ? { formError: emailRequired } : { formError: '', formEmail: typed }
  return backToForm(ctx, interaction, 'sign-in', said)
}

async function signIn(
  ctx: Context,
  incoming: Incoming,
  interaction: StoredInteraction,
  attempt: Attempt,
): Promise<Outcome> {
  await requireSignInStep(ctx, incoming, interaction)
  requireHashingRoom()
  const { email, typed: formEmail } = attempt
  if (email === '') {
    return backToForm(ctx, interaction, 'sign-in', { formError: emailRequired })
  }
  if (attempt.password === '') {
    const formError = 'validator.login.password_required'
    return backToForm(ctx, interaction, 'sign-in', { formError, formEmail })
  }
  if (isTooLong(attempt.password)) {
    const formError = 'validator.password.too_long'
    return backToForm(ctx, interaction, 'sign-in', { formError, formEmail })
  }
  const checked = await checkAttempt(ctx, incoming, interaction, attempt)
  if (checked.refused) {
    await ctx.store.interactions.change(interaction.row, { formError: '', formEmail })
    return tooManyAttempts(interaction, checked.retryAfterSeconds, resetWay(ctx, interaction))
  }
  const authenticated = checked.value
  if (!authenticated) {
    const formError = repeatedError(interaction.row.formError, 'handler.login.auth_failed')
    return backToForm(ctx, interaction, 'sign-in', { formError, formEmail })
  }
  const { user, verdict } = authenticated
  if (!user.enabled) {
    await auditRefusal(ctx, 'user_disabled', { userId: user.id })
    const formError = 'handler.login.account_disabled'
    return backToForm(ctx, interaction, 'sign-in', { formError, formEmail })
  }
  const passwordHash = await renewedHash(verdict, attempt.password, ctx)
  const canOfferPasskey = incoming.form?.value('passkeySupport') === '1'
  return accept(ctx, incoming, interaction, { user, passwordHash, canOfferPasskey })
}

function resetWay(ctx: Context, { row }: StoredInteraction): readonly Way[] {
  if (!ctx.settings.smtpEnabled) return []
  const address = `/forgot-password?ceremony=${row.interactionIdentifier}`
  return [{ to: 'reset_password', address }]
}

/** Checks a password within the limits of failures; a wrong one is counted and audited. */
async function checkAttempt(
  ctx: Context,
  { cookies }: Incoming,
  { request }: StoredInteraction,
  attempt: Attempt,
): Promise<Counted<Authenticated | null>> {
  const { email } = attempt
  const owner =
    email.length <= maxTypedEmailLength ? await ctx.store.users.findByEmail(email) : null
  const known = knownBrowser(ctx, cookies.known, owner)
  const result = await countFailures(ctx, failuresOf(ctx, email, owner, known), async () => {
    const value = await authenticate(ctx, owner, attempt, known)
    return { failed: value === null, value }
  })
  if (!result.refused && !result.value) {
    const about = { userId: owner?.id ?? null, clientId: request.client.id }
    await auditRefusal(ctx, 'auth_failed_pwd', { email }, about)
    await noteWrongPassword(ctx, email, owner)
  }
  return result
}

/**
 * Processes the same form again. The interaction is already bound to the browser's next cookie. Nothing is changed
 * or revealed in it unless the password is correct again, within the same limits.
 * @throws InteractionRefused `ceremony_mismatch`, as for any other form with a cookie that is no longer valid
 */
async function signInAgain(
  ctx: Context,
  incoming: Incoming,
  interaction: StoredInteraction,
  attempt: Attempt,
): Promise<Outcome> {
  requireHashingRoom()
  const checked = await checkAttempt(ctx, incoming, interaction, attempt)
  const user = checked.refused ? null : checked.value?.user
  const outcome = user?.enabled && (await continueAgain(ctx, interaction, user, incoming.cookies))
  if (outcome) return outcome
  throw new InteractionRefused('ceremony_mismatch')
}

/**
 * Refuses a password that the interaction does not need: a password was accepted already, or the interaction
 * continued with the browser's session. Allowed again once credentials changed or that session ended. The page of
 * an interaction without a user asks for a password. That password is accepted even if another tab has signed the
 * browser on.
 * @throws InteractionRefused `state_mismatch`
 */
async function requireSignInStep(
  ctx: Context,
  { cookies }: Incoming,
  interaction: StoredInteraction,
): Promise<void> {
  if (interaction.row.userId === null) return
  const { state } = await loadInteraction(ctx, interaction, cookies)
  if (decide(state).step === 'sign-in') return
  throw stateMismatch(interaction)
}

/** The budgets against which a failed attempt counts. */
function failuresOf(
  ctx: Context,
  email: string,
  owner: UserRecord | null,
  known: KnownBrowser | null,
): readonly Tier[] {
  if (known && owner) return [['pwd_known', `${known.id}|${owner.id}`]]
  return passwordFailures(ctx, 'pwd_ip', email)
}

/**
 * Returns the user of the password; null alike for a wrong password, an unknown address and an account that needs a
 * link.
 */
async function authenticate(
  ctx: Context,
  owner: UserRecord | null,
  { password }: Attempt,
  known: KnownBrowser | null,
): Promise<Authenticated | null> {
  const isPossible = !isTooLong(password)
  const verdict = await verifyPassword(owner?.passwordHash ?? '', isPossible ? password : '', ctx)
  if (!owner || verdict === 'wrong' || !isPossible) return null
  return known || !(await isLinkNeeded(ctx, owner)) ? { user: owner, verdict } : null
}

async function accept(
  ctx: Context,
  incoming: Incoming,
  interaction: StoredInteraction,
  checked: Pick<EnteredPassword, 'user' | 'passwordHash' | 'canOfferPasskey'>,
): Promise<Outcome> {
  const { user } = checked
  const browser = cookieAfterProof(ctx, incoming.cookies.browser ?? '', user, 'password')
  const entered = { interaction, browser, ...checked }
  const cookies = { ...incoming.cookies, browser }
  const way = { status: 303, changed: [{ cookie: 'browser', value: browser }] } as const
  try {
    return await continueWithPassword(ctx, entered, cookies, way)
  } catch (error) {
    if (!(error instanceof InteractionRefused) || error.reason !== 'state_mismatch') throw error
    // The same form, sent concurrently, came first.
    const row = await ctx.store.interactions.findByIdentifier(interaction.row.interactionIdentifier)
    const first = row && { row, request: interaction.request }
    const outcome = first && (await continueAgain(ctx, first, user, incoming.cookies))
    if (!outcome) throw error
    return outcome
  }
}
