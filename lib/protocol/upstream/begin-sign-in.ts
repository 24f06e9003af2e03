import { isEmbeddedBrowser } from '#lib/base/network/embedded-browser.ts'
import type { Cookies } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import { usableProvider } from '#lib/domain/identity-providers/usable.ts'
import { limitRequest } from '#lib/domain/limits/rate-limits.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import type { StoredInteraction } from '../authorize/interaction.ts'
import { ProviderFailure } from './failure.ts'
import { noteFailure } from './note-failure.ts'
import { providerError } from './provider-error.ts'
import { hasLeft } from './provider-left.ts'
import { beginTrip } from './round-trip.ts'

/**
 * Begins the round trip of a sign-in.
 * @param isOther the person wants another account than the one that the provider would take
 * @returns the address at the provider
 * @throws ProviderFailure when its metadata cannot be read
 */
export function beginSignIn(
  ctx: Context,
  { row, request }: StoredInteraction,
  provider: IdentityProviderRecord,
  cookie: string,
  isOther: boolean,
): Promise<string> {
  const { interactionIdentifier } = row
  const asksAccount =
    isOther || request.wantsOtherAccount === true || request.prompt.includes('select_account')
  return beginTrip(
    ctx,
    provider,
    cookie,
    { purpose: 'sign_in', interactionIdentifier },
    {
      loginHint: asksAccount ? '' : normalizeEmail(row.formEmail || request.loginHint),
      uiLocales: request.uiLocales,
      maxAgeSeconds: request.maxAgeSeconds,
      // Some providers ignore `max_age`.
      isFresh: request.prompt.includes('login') || request.maxAgeSeconds === 0,
      isOther: asksAccount,
    },
  )
}

/**
 * The address at the provider that an application named with `idp_hint`, for a sign-in that would show its page.
 * @returns null without a usable provider: the page is shown, and says if the provider could not be reached
 */
export async function hintedAddress(
  ctx: Context,
  interaction: StoredInteraction,
  alias: string | undefined,
  cookie: string,
  cookies: Pick<Cookies, 'left'>,
): Promise<string | null> {
  const provider = alias ? await usableProvider(ctx, { alias }) : null
  // Google refuses embedded browsers with a page of its own, from which users cannot return.
  const isRefused = provider?.preset === 'google' && isEmbeddedBrowser(ctx.userAgent)
  if (!provider || isRefused || (await limitRequest(ctx, 'provider_start_ip', ctx.ip)) !== null)
    return null
  try {
    return await beginSignIn(ctx, interaction, provider, cookie, hasLeft(cookies, provider))
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    await noteFailure(ctx, provider, error)
    const formError = providerError('unreachable', provider)
    await ctx.store.interactions.change(interaction.row, { formError })
    return null
  }
}
