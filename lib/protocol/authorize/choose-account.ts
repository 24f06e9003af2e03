import type { Outcome } from '#lib/answers/outcome.ts'
import { accountView } from '../account-view.ts'
import { clientView } from './client-view.ts'
import { continueInteraction } from './continue-interaction.ts'
import { changeInteraction, stateMismatch } from './interaction.ts'
import { copyOf } from './request-copy.ts'
import { restart } from './restart.ts'
import { currentAddress, formOf, guarded, openStep, stepPage } from './steps.ts'

/** `GET /auth/account`: asks whether to continue with the signed-in account (`prompt=select_account`). */
export const chooseAccountPage = stepPage({
  steps: ['account'],
  isPassed: () => false,
  show: async (ctx, { interaction, loaded }) => {
    const { row, request } = interaction
    if (!loaded.user) throw stateMismatch(interaction)
    return {
      kind: 'page',
      status: 200,
      view: {
        page: 'choose-account',
        uiLocales: request.uiLocales,
        ceremonyId: row.interactionIdentifier,
        requestCopy: copyOf(ctx, request),
        client: await clientView(ctx, request.client),
        account: accountView(loaded.user),
      },
    }
  },
})

/**
 * `POST /auth/account`: continues with the account that the page named, or, with `btnRestart`, with another one. The
 * page bound the sign-in to that account. If another user uses the browser by then, the page asks for a sign-in.
 */
export const submitChooseAccount = guarded(async (ctx, incoming): Promise<Outcome> => {
  const form = formOf(incoming)
  const stepContext = await openStep(ctx, incoming, form.value('ceremonyId'))
  const { interaction, decision } = stepContext
  if (decision.step !== 'account') {
    return { kind: 'redirect', status: 303, location: currentAddress(ctx, stepContext) }
  }
  if (form.present('btnRestart')) return restart(ctx, interaction)
  const row = await changeInteraction(ctx, interaction, { accountChosenAt: ctx.now })
  const { request } = interaction
  return continueInteraction(ctx, { request, row }, incoming.cookies, { status: 303 })
})
