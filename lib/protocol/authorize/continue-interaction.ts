import type { CookieChange, Outcome } from '#lib/answers/outcome.ts'
import type { SignInCookies } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { hintedAddress } from '../upstream/begin-sign-in.ts'
import { returning } from '../upstream/provider-left.ts'
import { type Decision, decide } from './decide.ts'
import { type EnteredPassword, storeEntered, withEntered } from './entered-password.ts'
import {
  type Interaction,
  type SaidFirst,
  type StoredInteraction,
  stateMismatch,
  storeInteraction,
} from './interaction.ts'
import { issueAtOnce, issueGrant } from './issue.ts'
import { firstProvenAt, type LoadedInteraction, loadInteraction } from './load-interaction.ts'
import { refuseAuthorization } from './refuse.ts'

export type PageStep = Exclude<Decision['step'], 'issue' | 'refuse'>

export interface Way {
  /** 303 after a form, 302 otherwise. */
  readonly status: 302 | 303
  /** Cookies that this request has already changed. */
  readonly changed?: readonly CookieChange[]
  /** The first message of the sign-in page, if the interaction begins there. */
  readonly said?: SaidFirst | undefined
  /** The alias of a provider that replaces the sign-in page. */
  readonly providerHint?: string | undefined
}

const pagePaths: Record<PageStep, string> = {
  account: '/auth/account',
  'sign-in': '/auth/pwd',
  'provider-account': '/auth/provider-account',
  otp: '/auth/otp',
  passkey: '/auth/passkey',
  'otp-enrollment': '/auth/otp',
  'new-recovery-codes': '/auth/recovery-codes',
  'passkey-offer': '/auth/passkey-offer',
  consent: '/auth/consent',
}

/** How often to decide again when the state changes concurrently. */
const attempts = 3

/**
 * Advances an interaction as far as possible without user input: loads the state, decides, then redirects to the
 * next step's page, refuses, or issues.
 * @param cookies of the request; the session cookie signs the browser on
 */
export async function continueInteraction(
  ctx: Context,
  interaction: Interaction,
  cookies: SignInCookies,
  way: Way,
): Promise<Outcome> {
  let current = interaction
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const loaded = await loadInteraction(ctx, current, cookies)
    const decision = decide(loaded.state)
    if (decision.step !== 'issue') return follow(ctx, current, loaded, decision, cookies, way)
    const outcome = await issueGrant(ctx, current, loaded, decision, cookies)
    if (outcome) return withCookies(outcome, way.changed)
    const { request, row } = current
    if (row) current = await reload(ctx, { request, row })
  }
  throw new Error('A sign-in could not be decided: its state keeps changing.')
}

/**
 * Continues an interaction with the password that was just entered, and stores that password's verification.
 * @param cookies of the request
 */
export async function continueWithPassword(
  ctx: Context,
  entered: EnteredPassword,
  cookies: SignInCookies,
  way: Way,
): Promise<Outcome> {
  const expected = withEntered(ctx, entered)
  // The password check read the user, and issuing reads and locks it again, so this step does not.
  const loaded = await loadInteraction(ctx, expected, cookies, entered)
  const decision = decide(loaded.state)
  if (decision.step === 'issue') {
    const outcome = await issueAtOnce(ctx, expected, loaded, decision, cookies, entered)
    if (outcome) return withCookies(outcome, way.changed)
    return continueInteraction(ctx, await storeEntered(ctx, entered), cookies, way)
  }
  return follow(ctx, await storeEntered(ctx, entered), loaded, decision, cookies, way)
}

/** The pages that know no user yet, even if a session led to them. */
export function isBeforeUser(step: Decision['step']): boolean {
  return step === 'sign-in' || step === 'provider-account'
}

export function pageAddress(ctx: Context, { row }: StoredInteraction, step: PageStep): string {
  return `${ctx.config.baseUrl}${pagePaths[step]}?ceremony=${row.interactionIdentifier}`
}

/** The sign-in page that asks for an account although the browser has a signed-in user. */
export function otherAccountAddress(ctx: Context, interaction: StoredInteraction): string {
  return `${pageAddress(ctx, interaction, 'sign-in')}&account=other`
}

/**
 * Binds an interaction to the owner of the session it uses, before a page addresses that user.
 * @throws InteractionRefused `state_mismatch` when it was bound to another user meanwhile
 */
export async function bindUser(
  ctx: Context,
  interaction: StoredInteraction,
  user: UserRecord | null,
): Promise<StoredInteraction> {
  const { row, request } = interaction
  if (!user || row.userId === user.id || firstProvenAt(row)) return interaction
  const bound = await ctx.store.interactions.change(row, {
    userId: user.id,
    otpConfigGeneration: user.otpConfigGeneration,
  })
  if (bound) return { request, row: bound }
  const now = await reload(ctx, interaction)
  if (now.row.userId !== user.id) throw stateMismatch(now)
  return now
}

async function follow(
  ctx: Context,
  interaction: Interaction,
  { user }: LoadedInteraction,
  decision: Exclude<Decision, { step: 'issue' }>,
  cookies: SignInCookies,
  { status, changed = [], said, providerHint }: Way,
): Promise<Outcome> {
  if (decision.step === 'refuse') {
    return withCookies(await refuseAuthorization(ctx, interaction, user, decision), changed)
  }
  const owner = isBeforeUser(decision.step) ? null : user
  const { request, row } = interaction
  const stored = row
    ? { interaction: await bindUser(ctx, { request, row }, owner), changed: [] }
    : await storeInteraction(ctx, request, cookies, owner, owner ? undefined : said)
  const cookie = stored.changed[0]?.value ?? cookies.browser ?? ''
  const hinted =
    decision.step === 'sign-in'
      ? await hintedAddress(ctx, stored.interaction, providerHint, cookie, cookies)
      : null
  const location = hinted ?? pageAddress(ctx, stored.interaction, decision.step)
  const gone = hinted ? returning(cookies) : []
  return { kind: 'redirect', status, location, cookies: [...changed, ...stored.changed, ...gone] }
}

export async function reload(
  ctx: Context,
  { request, row }: StoredInteraction,
): Promise<StoredInteraction> {
  const now = await ctx.store.interactions.findByIdentifier(row.interactionIdentifier)
  if (!now || now.completedAt) throw stateMismatch({ request, row: now ?? row })
  return { request, row: now }
}

function withCookies(outcome: Outcome, changed: readonly CookieChange[] = []): Outcome {
  return { ...outcome, cookies: [...changed, ...(outcome.cookies ?? [])] }
}
