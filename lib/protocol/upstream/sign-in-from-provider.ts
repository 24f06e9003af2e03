import type { Outcome } from '#lib/answers/outcome.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit/audit.ts'
import { usablePasskeys } from '#lib/domain/passkeys/usable.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { bindingTo } from '../authorize/browser-binding.ts'
import { pageAddress } from '../authorize/continue-interaction.ts'
import { refuse } from '../authorize/decide.ts'
import {
  InteractionRefused,
  openInteraction,
  type StoredInteraction,
} from '../authorize/interaction.ts'
import { firstProvenAt } from '../authorize/load-interaction.ts'
import { refuseAuthorization } from '../authorize/refuse.ts'
import { copyOf, openCopy } from '../authorize/request-copy.ts'
import { startFromCopy } from '../authorize/start-again.ts'
import { guarded } from '../authorize/steps.ts'
import { type Arrived, arrive } from './arrive.ts'
import { ProviderFailure } from './failure.ts'
import { noteFailure, noteSuccess } from './note-failure.ts'
import { errorOfFault, type ProviderError, providerError } from './provider-error.ts'
import type { Returned } from './returned.ts'

/**
 * Continues a sign-in with the answer of a provider. It always ends in a redirect to a page of the sign-in, never in
 * the application's answer, so a second delivery of the same answer reveals no secret.
 */
export function signInFromProvider(
  ctx: Context,
  incoming: Incoming,
  returned: Returned,
): Promise<Outcome> {
  return guarded(async (context, sent) => {
    const { interactionIdentifier } = returned.request
    let interaction: StoredInteraction
    try {
      interaction = await openInteraction(context, sent.cookies, interactionIdentifier)
    } catch (error) {
      return goOnWithSession(context, sent, error)
    }
    if (firstProvenAt(interaction.row)) return resumed(context, interaction, [])
    return enterBy(context, interaction, returned)
  })(ctx, incoming)
}

/** Another tab has ended the sign-in, so this one continues with the session that now exists. */
async function goOnWithSession(ctx: Context, incoming: Incoming, error: unknown): Promise<Outcome> {
  const own = error instanceof InteractionRefused ? error.own : undefined
  const copy = own?.row.completedAt ? openCopy(ctx, copyOf(ctx, own.request)) : null
  if (!copy) throw error
  return startFromCopy(ctx, incoming, copy)
}

async function enterBy(
  ctx: Context,
  interaction: StoredInteraction,
  { provider, usable, browser, identify }: Returned,
): Promise<Outcome> {
  const back = (error: ProviderError, formEmail = interaction.row.formEmail) =>
    backWith(ctx, interaction, providerError(error, provider), formEmail)
  if (!usable) return back('gone')
  let arrived: Arrived
  let email = ''
  try {
    const identity = await identify()
    const profile = identity.profile
    const known = {
      ...identity,
      profile: async (wanted: readonly string[]) => {
        const read = await profile(wanted)
        email = read.email.address
        return read
      },
    }
    arrived = await arrive(ctx, interaction, usable, known, bindingTo(browser))
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    await noteFailure(ctx, provider, error)
    return back(errorOfFault(error.fault))
  }
  await noteSuccess(ctx, provider)
  if ('refused' in arrived) {
    const { id: providerId, alias } = provider
    await auditRefusal(ctx, 'auth_failed_provider', { providerId, alias, reason: arrived.refused })
    return back(arrived.refused, email)
  }
  const cookies = [{ cookie: 'browser', value: browser }] as const
  if ('disabled' in arrived) {
    await auditRefusal(ctx, 'user_disabled', { userId: arrived.disabled.id })
    return backWith(ctx, interaction, 'handler.login.account_disabled', arrived.disabled.email)
  }
  const next = { request: interaction.request, row: arrived.row }
  if (arrived.user && !firstProvenAt(arrived.row) && !(await hasOwnFactor(ctx, arrived.user))) {
    const description = 'The provider did not say when the user signed in.'
    const refusal = refuse('login_required', 'provider_not_fresh', description)
    const outcome = await refuseAuthorization(ctx, next, arrived.user, refusal)
    return { ...outcome, cookies: [...cookies, ...(outcome.cookies ?? [])] }
  }
  return resumed(ctx, next, cookies)
}

/** A factor of this server that the person can prove, if the provider's proof is not fresh. */
async function hasOwnFactor(ctx: Context, { id, passwordHash }: UserRecord): Promise<boolean> {
  if (passwordHash !== '') return true
  return usablePasskeys(ctx, await ctx.store.passkeys.findOfUser(id)).length > 0
}

function resumed(
  { config }: Context,
  { row }: StoredInteraction,
  cookies: readonly { readonly cookie: 'browser'; readonly value: string }[],
): Outcome {
  const location = `${config.baseUrl}/auth/issue?ceremony=${row.interactionIdentifier}`
  return { kind: 'redirect', status: 303, location, cookies }
}

async function backWith(
  ctx: Context,
  interaction: StoredInteraction,
  formError: string,
  formEmail: string,
): Promise<Outcome> {
  await ctx.store.interactions.change(interaction.row, { formError, formEmail })
  return { kind: 'redirect', status: 303, location: pageAddress(ctx, interaction, 'sign-in') }
}
