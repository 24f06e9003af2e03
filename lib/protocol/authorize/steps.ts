import type { Outcome } from '#lib/answers/outcome.ts'
import type { Way } from '#lib/answers/view.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import type { Context } from '#lib/context.ts'
import type { InteractionRecord } from '#lib/persistence/store.ts'
import { tooManyRequestsPage } from '../error-page.ts'
import {
  bindUser,
  continueInteraction,
  isBeforeUser,
  type PageStep,
  pageAddress,
} from './continue-interaction.ts'
import { type Decision, decide } from './decide.ts'
import {
  InteractionRefused,
  NoInteraction,
  openInteraction,
  type StoredInteraction,
  stateMismatch,
} from './interaction.ts'
import { type LoadedInteraction, loadInteraction } from './load-interaction.ts'
import { refusalPage } from './refusal-page.ts'
import { startAgain } from './start-again.ts'

type Handler = (ctx: Context, incoming: Incoming) => Promise<Outcome>

export interface StepContext {
  readonly interaction: StoredInteraction
  readonly loaded: LoadedInteraction
  readonly decision: Decision
}

interface StepPage {
  readonly steps: readonly PageStep[]
  /** True when the step is completed, so its page is not shown again. */
  isPassed(row: InteractionRecord): boolean
  /** Replaces the context for a visit of this address; absent: the context stays. */
  adjust?(stepContext: StepContext): StepContext
  /** Refuses the visit for reasons that apply at any current step. */
  guard?(ctx: Context, stepContext: StepContext): Promise<void>
  /** Answers with the page; the interaction is already bound to the user whom the page addresses. */
  show(ctx: Context, stepContext: StepContext, incoming: Incoming): Promise<Outcome>
}

/**
 * `GET` of a step's page. The page is shown only while its step is current. A completed step answers "already
 * finished"; any other visit redirects to the current step.
 */
export function stepPage({ steps, isPassed, adjust, guard, show }: StepPage): Handler {
  return guarded(async (ctx, incoming) => {
    const opened = await openStep(ctx, incoming, incoming.query?.value('ceremony'))
    const stepContext = adjust?.(opened) ?? opened
    await guard?.(ctx, stepContext)
    const { loaded, decision } = stepContext
    if (isOneOf(decision.step, steps)) {
      const owner = isBeforeUser(decision.step) ? null : loaded.user
      const interaction = await bindUser(ctx, stepContext.interaction, owner)
      return show(ctx, { ...stepContext, interaction }, incoming)
    }
    if (isPassed(stepContext.interaction.row)) {
      throw stateMismatch(stepContext.interaction)
    }
    return { kind: 'redirect', status: 302, location: currentAddress(ctx, stepContext) }
  })
}

/**
 * `GET` of an address between the pages (`/auth/level1` to `/auth/issue`): continues the interaction, the same at
 * every such address. `HEAD` never reaches it, since continuing may issue a code.
 */
export const resume: Handler = guarded(async (ctx, { cookies, query }) => {
  const interaction = await openInteraction(ctx, cookies, query?.value('ceremony'))
  return continueInteraction(ctx, interaction, cookies, { status: 302 })
})

/** Opens an interaction for its browser and decides its next step. */
export async function openStep(
  ctx: Context,
  { cookies }: Incoming,
  identifier: string | undefined,
): Promise<StepContext> {
  const interaction = await openInteraction(ctx, cookies, identifier)
  const loaded = await loadInteraction(ctx, interaction, cookies)
  return { interaction, loaded, decision: decide(loaded.state) }
}

/**
 * Answers the refusals of an interaction. It starts again by itself where that is possible; otherwise a page, status
 * 400, leads on. A visit without any interaction redirects to the account page. A form never redirects there, because the user's input would vanish without an explanation.
 */
export function guarded(handler: Handler): Handler {
  return async (ctx, incoming) => {
    try {
      return await handler(ctx, incoming)
    } catch (error) {
      if (!(error instanceof InteractionRefused)) throw error
      if (error instanceof NoInteraction && incoming.method !== 'POST') {
        return { kind: 'redirect', status: 302, location: `${ctx.config.baseUrl}/account/profile` }
      }
      return (await startAgain(ctx, incoming, error)) ?? refusalPage(ctx, incoming, error)
    }
  }
}

/** The fields of a submitted form, without those of the query. */
export function formOf(incoming: Incoming): Parameters {
  if (!incoming.form) throw new InteractionRefused('malformed_request')
  return incoming.form
}

/**
 * The page for too many failures, with a link back to the step.
 * @param ways other ways to continue, listed before that link
 */
export function tooManyAttempts(
  { row, request }: StoredInteraction,
  retryAfterSeconds: number,
  ways: readonly Way[] = [],
): Outcome {
  const back = `/auth/issue?ceremony=${row.interactionIdentifier}`
  return tooManyRequestsPage(retryAfterSeconds, request.uiLocales, [
    ...ways,
    { to: 'sign_in', address: back },
  ])
}

/** Redirects to a step's page, which shows the error of the form. */
export async function backToForm(
  ctx: Context,
  interaction: StoredInteraction,
  step: PageStep,
  said: { readonly formError: string; readonly formEmail?: string },
): Promise<Outcome> {
  // A form submitted twice may find the interaction changed; its error is then obsolete.
  await ctx.store.interactions.change(interaction.row, { formEmail: '', ...said })
  return { kind: 'redirect', status: 303, location: pageAddress(ctx, interaction, step) }
}

/** The address of the current step, for a browser at another step's page. */
export function currentAddress(ctx: Context, { interaction, decision }: StepContext): string {
  if (decision.step !== 'issue' && decision.step !== 'refuse') {
    return pageAddress(ctx, interaction, decision.step)
  }
  return `${ctx.config.baseUrl}/auth/issue?ceremony=${interaction.row.interactionIdentifier}`
}

function isOneOf(step: Decision['step'], steps: readonly PageStep[]): step is PageStep {
  return steps.some((served) => served === step)
}
