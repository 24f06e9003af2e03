import type { AnyContext, Context } from '#lib/context.ts'
import { isConsoleClient } from '#lib/domain/built-in.ts'
import { approvedScopes } from '#lib/domain/consents.ts'
import { heldScopes } from '#lib/domain/permissions.ts'
import {
  type BrowserSession,
  browserSession,
  sessionAcr,
  sessionState,
} from '#lib/domain/sessions.ts'
import type { ConsentRecord, InteractionRecord, UserRecord } from '#lib/persistence/store.ts'
import { isPermissionScope, parseScope } from '../scopes.ts'
import {
  covers,
  type InteractionSession,
  type InteractionState,
  looksAtApproval,
} from './decide.ts'
import type { Interaction } from './interaction.ts'
import type { AuthorizationRequest } from './request.ts'

/** The state of an interaction, and the rows from which it was read. */
export interface LoadedInteraction {
  readonly state: InteractionState
  /** The user who entered the password, else the owner of the usable session. */
  readonly user: UserRecord | null
  /** The browser's session, with any owner and in any state. */
  readonly browser: BrowserSession | null
}

/**
 * Reads the state of an interaction, with independent reads in parallel.
 * @param sessionCookie value of the sign-on session's cookie
 * @param entered the user of a password entered just now, as read for its check, and the session to continue;
 *   absent: read from the interaction and the cookie
 */
export async function loadInteraction(
  ctx: Context,
  { request, row }: Interaction,
  sessionCookie: string | null,
  entered?: { readonly user: UserRecord; readonly session?: BrowserSession },
): Promise<LoadedInteraction> {
  const enteredId = row?.passwordVerifiedAt ? row.userId : null
  const [browser, enteredUser] = await Promise.all([
    entered?.session ?? browserSession(ctx, sessionCookie),
    entered?.user ?? (enteredId === null ? null : ctx.store.users.findById(enteredId)),
  ])
  const session = browser && mayUse(row, browser) ? browser : null
  const user = row?.passwordVerifiedAt ? enteredUser : (session?.user ?? null)
  const approval = approvalOf(request)
  const [scopes, consent] = user
    ? await Promise.all([
        effectiveScopes(ctx, user.id, request.scopes),
        row?.consentedScope || looksAtApproval(request.prompt, request.scopes, approval)
          ? ctx.store.consents.find(user.id, request.client.id)
          : null,
      ])
    : [[], null]
  const state: InteractionState = {
    prompt: request.prompt,
    targetAcr: request.targetAcr,
    password: passwordState(row, user),
    otpProven: isOtpProven(row, user),
    session: session && sessionOf(ctx, session, request),
    user: user && {
      enabled: user.enabled,
      otpEnabled: user.otpEnabled,
      hinted: request.hintSubject === '' || request.hintSubject === user.subject,
    },
    scopes,
    consent: { ...approval, ...answersOf(row, user, consent) },
  }
  return { state, user, browser }
}

/** Returns the scopes without permissions that the user does not hold. Those are dropped silently. */
export async function effectiveScopes(
  ctx: AnyContext,
  userId: number,
  scopes: readonly string[],
): Promise<readonly string[]> {
  if (!scopes.some(isPermissionScope)) return scopes
  const held = await heldScopes(ctx, userId)
  return scopes.filter((scope) => !isPermissionScope(scope) || held.has(scope))
}

/**
 * An interaction that showed a page to one user never continues with the session of another user of the browser.
 */
function mayUse(row: InteractionRecord | null, { user }: BrowserSession): boolean {
  return row === null || row.userId === null || row.userId === user.id
}

function passwordState(
  row: InteractionRecord | null,
  user: UserRecord | null,
): InteractionState['password'] {
  if (!row?.passwordVerifiedAt) return 'none'
  return row.authStateGeneration === user?.authStateGeneration ? 'current' : 'outdated'
}

function isOtpProven(row: InteractionRecord | null, user: UserRecord | null): boolean {
  if (!row?.otpVerifiedAt || !user || row.userId !== user.id) return false
  return row.otpConfigGeneration === user.otpConfigGeneration
}

function sessionOf(
  ctx: Context,
  { session, user }: BrowserSession,
  { client, maxAgeSeconds }: AuthorizationRequest,
): InteractionSession {
  // `InteractionUser.enabled` covers a disabled account, which has its own answer.
  const owner = { ...user, enabled: true }
  return {
    live: sessionState(ctx, session, owner, client) === 'valid',
    recent: sessionState(ctx, session, owner, client, maxAgeSeconds) === 'valid',
    acrLevel: sessionAcr(session),
    authMethods: session.authMethods,
    otpConfigurationCurrent: session.otpConfigGeneration === user.otpConfigGeneration,
  }
}

/** The client's consent rules. */
function approvalOf({ client }: AuthorizationRequest) {
  return {
    required: client.consentRequired,
    manageAccountExempt: isConsoleClient(client),
  }
}

/** The user's approvals, from before and from this interaction. */
function answersOf(
  row: InteractionRecord | null,
  user: UserRecord | null,
  consent: ConsentRecord | null,
) {
  const stored = consent && approvedScopes(consent)
  const answer = (user && row?.userId === user.id ? row.consentedScope : null) ?? null
  const answered = answer === null ? null : parseScope(answer)
  // An approval that was withdrawn or narrowed in another tab is requested again.
  const stands = answered !== null && covers(stored ?? [], answered)
  return { stored, answered: stands ? answered : null }
}
