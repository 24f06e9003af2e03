import type { Context } from '#lib/context.ts'
import type { Incoming } from '#lib/kernel/incoming.ts'
import type { Outcome } from '#lib/kernel/outcome.ts'
import type { Parameters } from '#lib/kernel/parameters.ts'
import type { CeremonyRecord } from '#lib/persistence/store.ts'
import { errorPage, tooManyRequestsPage } from '../error-page.ts'
import { advance, bindUser, type PageStep, pageAddress } from './advance.ts'
import {
  CeremonyRefused,
  NoCeremony,
  openCeremony,
  type StoredCeremony,
  stateMismatch,
} from './ceremony.ts'
import { applicationLink } from './client-view.ts'
import { type Decision, decide } from './decide.ts'
import { loadSituation, type Situation } from './facts.ts'

type Handler = (ctx: Context, incoming: Incoming) => Promise<Outcome>

/** A ceremony and where it stands. */
export interface Standing {
  readonly ceremony: StoredCeremony
  readonly situation: Situation
  readonly decision: Decision
}

/** What a step's address serves. */
interface StepPage {
  readonly steps: readonly PageStep[]
  /** The step lies behind: its page is not shown again. */
  isPassed(row: CeremonyRecord): boolean
  /** Where a visit of this address stands; absent: where the facts say. */
  stand?(standing: Standing): Standing
  /** Refuses what no visit of this address may go on with, whichever the current step is. */
  guard?(ctx: Context, standing: Standing): Promise<void>
  /** Answers with the page; the ceremony is bound to whoever it speaks to. */
  show(ctx: Context, standing: Standing): Promise<Outcome>
}

/**
 * `GET` of a step's page. Shown only while the step is the current one; a step that lies behind says
 * so, any other address leads to the current step.
 */
export function stepPage({ steps, isPassed, stand, guard, show }: StepPage): Handler {
  return guarded(async (ctx, incoming) => {
    const opened = await openStep(ctx, incoming, incoming.query?.value('ceremony'))
    const standing = stand?.(opened) ?? opened
    await guard?.(ctx, standing)
    const { situation, decision } = standing
    const { request } = standing.ceremony
    if (isOneOf(decision.step, steps)) {
      const owner = decision.step === 'sign-in' ? null : situation.user
      return show(ctx, { ...standing, ceremony: await bindUser(ctx, standing.ceremony, owner) })
    }
    if (isPassed(standing.ceremony.row)) {
      throw stateMismatch(request)
    }
    return { kind: 'redirect', status: 302, location: currentAddress(ctx, standing) }
  })
}

/**
 * `GET` of an address between the pages (`/auth/level1` to `/auth/issue`): goes on with the ceremony,
 * whichever of them was asked for. Never asked by `HEAD`, since going on may issue a code.
 */
export const hop: Handler = guarded(async (ctx, { cookies, query }) => {
  const ceremony = await openCeremony(ctx, cookies, query?.value('ceremony'))
  return advance(ctx, ceremony, cookies, { status: 302 })
})

/** Opens a ceremony for its browser and reads where it stands. */
export async function openStep(
  ctx: Context,
  { cookies }: Incoming,
  identifier: string | undefined,
): Promise<Standing> {
  const ceremony = await openCeremony(ctx, cookies, identifier)
  const situation = await loadSituation(ctx, ceremony, cookies.session)
  return { ceremony, situation, decision: decide(situation.facts) }
}

/**
 * Turns the refusals of a ceremony into their page, status 400; whoever comes to an address without any
 * sign-in is led to the own account. A form never is: what was typed would vanish without a word.
 */
export function guarded(handler: Handler): Handler {
  return async (ctx, incoming) => {
    try {
      return await handler(ctx, incoming)
    } catch (error) {
      if (!(error instanceof CeremonyRefused)) throw error
      if (error instanceof NoCeremony && incoming.method !== 'POST') {
        return { kind: 'redirect', status: 302, location: `${ctx.config.baseUrl}/account/profile` }
      }
      const page = errorPage(400, error.reason, error.uiLocales)
      const application = error.client && applicationLink(ctx, error.client)
      return application ? { ...page, view: { ...page.view, application } } : page
    }
  }
}

/** The fields of a submitted form; never those of the query. */
export function formOf(incoming: Incoming): Parameters {
  if (!incoming.form) throw new CeremonyRefused('malformed_request')
  return incoming.form
}

/** The answer to one attempt too many. */
export function tooManyAttempts(ceremony: StoredCeremony, retryAfterSeconds: number): Outcome {
  return tooManyRequestsPage(retryAfterSeconds, ceremony.request.uiLocales)
}

/** Back to a step's page, which says what was wrong with the form. */
export async function backToForm(
  ctx: Context,
  ceremony: StoredCeremony,
  step: PageStep,
  said: { readonly formError: string; readonly formEmail?: string },
): Promise<Outcome> {
  // A form submitted twice may find the ceremony moved: then there is nothing to say any more.
  await ctx.store.ceremonies.change(ceremony.row, { formEmail: '', ...said })
  return { kind: 'redirect', status: 303, location: pageAddress(ctx, ceremony, step) }
}

/** Where a browser belongs that asked for another step's page. */
export function currentAddress(ctx: Context, { ceremony, decision }: Standing): string {
  if (decision.step !== 'issue' && decision.step !== 'refuse') {
    return pageAddress(ctx, ceremony, decision.step)
  }
  return `${ctx.config.baseUrl}/auth/issue?ceremony=${ceremony.row.ceremonyIdentifier}`
}

function isOneOf(step: Decision['step'], steps: readonly PageStep[]): step is PageStep {
  return steps.some((served) => served === step)
}
