import type { Context } from '#lib/context.ts'
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

/** The state of an interaction and the rows they were read from. */
export interface LoadedInteraction {
  readonly state: InteractionState
  /** Whoever entered the password, else the owner of the session that may be used. */
  readonly user: UserRecord | null
  /** The session that the browser holds, whoever's and in whatever state. */
  readonly browser: BrowserSession | null
}

/**
 * Reads what decides where an interaction stands, side by side where nothing depends on another.
 * @param sessionCookie value of the sign-on session's cookie
 * @param entered who has just entered the password, as read to check it, and the session that goes on; absent: read by
 *   the interaction and the cookie
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

/** The scopes without permissions that the user does not hold; those are dropped silently. */
export async function effectiveScopes(
  ctx: Context,
  userId: number,
  scopes: readonly string[],
): Promise<readonly string[]> {
  if (!scopes.some(isPermissionScope)) return scopes
  const held = await heldScopes(ctx, userId)
  return scopes.filter((scope) => !isPermissionScope(scope) || held.has(scope))
}

/** A page once shown to one user is never answered for another who took over the browser. */
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
  // Whether the account is disabled is a fact of its own, with an answer of its own.
  const owner = { ...user, enabled: true }
  return {
    live: sessionState(ctx, session, owner, client) === 'valid',
    recent: sessionState(ctx, session, owner, client, maxAgeSeconds) === 'valid',
    acrLevel: sessionAcr(session),
    authMethods: session.authMethods,
    otpConfigurationCurrent: session.otpConfigGeneration === user.otpConfigGeneration,
  }
}

/** What the client is asked for by rule. */
function approvalOf({ client }: AuthorizationRequest) {
  return {
    required: client.consentRequired,
    manageAccountExempt: isConsoleClient(client),
  }
}

/** What the user said to it, before and in this interaction. */
function answersOf(
  row: InteractionRecord | null,
  user: UserRecord | null,
  consent: ConsentRecord | null,
) {
  const stored = consent && approvedScopes(consent)
  const answer = (user && row?.userId === user.id ? row.consentedScope : null) ?? null
  const answered = answer === null ? null : parseScope(answer)
  // Withdrawn, or narrowed in another tab, since the page was answered: it is asked again.
  const stands = answered !== null && covers(stored ?? [], answered)
  return { stored, answered: stands ? answered : null }
}
