import type { Outcome } from '#lib/answers/outcome.ts'
import type { Context } from '#lib/context.ts'
import { typedEmail } from '../typed-email.ts'
import { InteractionRefused, openInteraction } from './interaction.ts'
import { openCopy, requestCopyField } from './request-copy.ts'
import { restart } from './restart.ts'
import { startFromCopy } from './start-again.ts'
import { formOf, guarded } from './steps.ts'

/**
 * `POST /auth/restart`: the button of a page without a next step. An open sign-in returns to its password; any other
 * one starts again from the copy of its request.
 */
export const submitStartOver = guarded(async (ctx, incoming): Promise<Outcome> => {
  const form = formOf(incoming)
  const identifier = form.value('ceremonyId')
  if (identifier) {
    return restart(ctx, await openInteraction(ctx, incoming.cookies, identifier))
  }
  const copy = openCopy(ctx, form.value(requestCopyField))
  if (!copy) throw new InteractionRefused('ceremony_expired')
  const formEmail = typedEmail(form)
  const said = formEmail === '' ? undefined : { formError: '', formEmail }
  return startFromCopy(ctx, incoming, copy, said)
})

/** `GET /auth/restart`: only the button starts a sign-in. */
export async function startOverPage(ctx: Context): Promise<Outcome> {
  return { kind: 'redirect', status: 302, location: `${ctx.config.baseUrl}/account/profile` }
}
