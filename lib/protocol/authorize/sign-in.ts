import type { Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit.ts'
import { longestTypedEmail } from '#lib/domain/email-address.ts'
import { normalizeEmail } from '#lib/domain/email-form.ts'
import {
  type PasswordVerdict,
  renewedHash,
  requireHashingRoom,
  verifyPassword,
} from '#lib/domain/password.ts'
import {
  checkReserved,
  limitRequest,
  passwordFailures,
  reserveFailure,
} from '#lib/domain/rate-limits.ts'
import type { Unavailable } from '#lib/kernel/errors.ts'
import type { Incoming } from '#lib/kernel/incoming.ts'
import type { Outcome } from '#lib/kernel/outcome.ts'
import type { Parameters } from '#lib/kernel/parameters.ts'
import { cutCodePoints } from '#lib/kernel/text.ts'
import { withoutUnseen } from '#lib/kernel/typed.ts'
import { logUnavailable } from '#lib/kernel/unavailable-log.ts'
import type { View } from '#lib/kernel/view.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { busyHeaders, busyMessage, isBusy } from '../busy.ts'
import { advanceEntered } from './advance.ts'
import { cookieAfterPassword } from './browser-binding.ts'
import { openCeremony, type StoredCeremony, stateMismatch } from './ceremony.ts'
import { clientView } from './client-view.ts'
import { decide } from './decide.ts'
import type { EnteredPassword } from './entered-password.ts'
import { loadSituation } from './facts.ts'
import { backToForm, formOf, guarded, stepPage, tooManyAttempts } from './steps.ts'

/** Longer input cannot be right and is not hashed. */
const maxPasswordCharacters = 1024

/** What was typed. */
interface Attempt {
  /** As looked up. */
  readonly email: string
  /** As the field shows it again. */
  readonly typed: string
  readonly password: string
}

/** A user whose password was right. */
interface Authenticated {
  readonly user: UserRecord
  readonly verdict: PasswordVerdict
}

/** `GET /auth/pwd`: the page that asks for email and password. */
export const signInPage = stepPage({
  steps: ['sign-in'],
  isPassed: (row) => row.passwordVerifiedAt !== null,
  show: async (ctx, { ceremony }) => {
    const { formEmail, formError } = ceremony.row
    return { kind: 'page', status: 200, view: await viewOf(ctx, ceremony, formEmail, formError) }
  },
})

async function viewOf(
  ctx: Context,
  { row, request }: StoredCeremony,
  formEmail: string,
  formError: string,
): Promise<View> {
  return {
    page: 'sign-in',
    uiLocales: request.uiLocales,
    ceremonyId: row.ceremonyIdentifier,
    client: await clientView(ctx, request.client),
    email: formEmail || request.loginHint,
    ...(formError ? { error: { key: formError } } : {}),
    canRegister: ctx.settings.selfRegistrationEnabled,
    canRecover: ctx.settings.smtpEnabled,
  }
}

/**
 * `POST /auth/pwd`: verifies email and password, body only. Limits come first, so that a refused
 * attempt costs no hash; an unknown address takes as long as a wrong password and says the same.
 */
export const submitSignIn = guarded(async (ctx, incoming): Promise<Outcome> => {
  const form = formOf(incoming)
  const ceremony = await openCeremony(ctx, incoming.cookies, form.value('ceremonyId'))
  const attempt = readAttempt(form)
  try {
    return await signIn(ctx, incoming, ceremony, attempt)
  } catch (error) {
    if (!isBusy(error)) throw error
    return busyPage(ctx, ceremony, attempt, error)
  }
})

/**
 * The form once more, for those whom the server cannot serve now: the sign-in stays where it is, nothing counts as an
 * attempt, and nothing is written.
 */
async function busyPage(
  ctx: Context,
  ceremony: StoredCeremony,
  { typed }: Attempt,
  error: Unavailable,
): Promise<Outcome> {
  logUnavailable(ctx, error)
  const view = await viewOf(ctx, ceremony, typed, busyMessage)
  return { kind: 'page', status: 503, view, headers: busyHeaders(error) }
}

async function signIn(
  ctx: Context,
  incoming: Incoming,
  ceremony: StoredCeremony,
  attempt: Attempt,
): Promise<Outcome> {
  await requireSignInStep(ctx, incoming, ceremony)
  requireHashingRoom()
  const retryAfterSeconds = await limitRequest(ctx, 'pwd_ip', ctx.ip)
  if (retryAfterSeconds !== null) return tooManyAttempts(ceremony, retryAfterSeconds)
  const { email, typed: formEmail } = attempt
  if (email === '') {
    return backToForm(ctx, ceremony, 'sign-in', { formError: 'validator.login.email_required' })
  }
  const reservation = await reserveFailure(ctx, passwordFailures(ctx, email))
  if (reservation.refused) return tooManyAttempts(ceremony, reservation.retryAfterSeconds)
  if (attempt.password === '') {
    await reservation.release()
    const formError = 'validator.login.password_required'
    return backToForm(ctx, ceremony, 'sign-in', { formError, formEmail })
  }
  const authenticated = await checkReserved(reservation, () => authenticate(ctx, attempt))
  if (!authenticated) {
    await auditRefusal(ctx, 'auth_failed_pwd', { email })
    const formError = 'handler.login.auth_failed'
    return backToForm(ctx, ceremony, 'sign-in', { formError, formEmail })
  }
  await reservation.release()
  const { user, verdict } = authenticated
  if (!user.enabled) {
    await auditRefusal(ctx, 'user_disabled', { userId: user.id })
    const formError = 'handler.login.account_disabled'
    return backToForm(ctx, ceremony, 'sign-in', { formError, formEmail })
  }
  const passwordHash = await renewedHash(verdict, attempt.password, ctx)
  return accept(ctx, incoming, ceremony, { user, passwordHash })
}

/**
 * Refuses a password that is not asked for: one was accepted already, or the ceremony went on with the browser's
 * session; unless credentials changed or that session ended since. While the ceremony has no user its page asks for
 * a password, which is then taken although another tab has signed the browser on meanwhile.
 * @throws CeremonyRefused `state_mismatch`
 */
async function requireSignInStep(
  ctx: Context,
  { cookies }: Incoming,
  ceremony: StoredCeremony,
): Promise<void> {
  if (ceremony.row.userId === null) return
  const { facts } = await loadSituation(ctx, ceremony, cookies.session)
  if (decide(facts).step === 'sign-in') return
  throw stateMismatch(ceremony.request)
}

function readAttempt(form: Parameters): Attempt {
  const typed = cutCodePoints(withoutUnseen(form.value('email') ?? ''), longestTypedEmail + 1)
  return { typed, email: normalizeEmail(typed), password: form.value('password') ?? '' }
}

/** The user whose password was typed; null for a wrong one and for an unknown address alike. */
async function authenticate(
  ctx: Context,
  { email, password }: Attempt,
): Promise<Authenticated | null> {
  const isPossible = email.length <= longestTypedEmail && password.length <= maxPasswordCharacters
  const user = isPossible ? await ctx.store.users.findByEmail(email) : null
  const typed = isPossible ? password : ''
  const verdict = await verifyPassword(user?.passwordHash ?? '', typed, ctx)
  return user && verdict !== 'wrong' ? { user, verdict } : null
}

async function accept(
  ctx: Context,
  incoming: Incoming,
  ceremony: StoredCeremony,
  { user, passwordHash }: Pick<EnteredPassword, 'user' | 'passwordHash'>,
): Promise<Outcome> {
  const browser = cookieAfterPassword(ctx, incoming.cookies.browser ?? '', user)
  const entered = { ceremony, user, browser, passwordHash }
  const cookies = { ...incoming.cookies, browser }
  return advanceEntered(ctx, entered, cookies, {
    status: 303,
    changed: [{ cookie: 'browser', value: browser }],
  })
}
