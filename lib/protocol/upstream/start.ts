import type { Outcome } from '#lib/answers/outcome.ts'
import { isEmbeddedBrowser } from '#lib/base/network/embedded-browser.ts'
import { usableProvider } from '#lib/domain/identity-providers/usable.ts'
import { limitRequest } from '#lib/domain/limits/rate-limits.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import { isBeforeUser } from '../authorize/continue-interaction.ts'
import type { StoredInteraction } from '../authorize/interaction.ts'
import {
  backToForm,
  currentAddress,
  formOf,
  guarded,
  openStep,
  tooManyAttempts,
} from '../authorize/steps.ts'
import { featureOff } from '../feature-off.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { ProviderFailure } from './failure.ts'
import { noteFailure } from './note-failure.ts'
import { aliasOfError, isOfWrongAccount, providerError } from './provider-error.ts'
import { hasLeft, returning } from './provider-left.ts'

/** `POST /auth/provider`: leads from the sign-in page to a provider. Pages never wait for a provider before. */
export const startAtProvider = guarded(async (ctx, incoming): Promise<Outcome> => {
  if (!signInFeatures(ctx).identityProviders) return featureOff
  const form = formOf(incoming)
  const stepContext = await openStep(ctx, incoming, form.value('ceremonyId'))
  const { interaction, decision } = stepContext
  if (!isBeforeUser(decision.step) && interaction.row.userId !== null) {
    return { kind: 'redirect', status: 303, location: currentAddress(ctx, stepContext) }
  }
  const retryAfterSeconds = await limitRequest(ctx, 'provider_start_ip', ctx.ip)
  if (retryAfterSeconds !== null) return tooManyAttempts(interaction, retryAfterSeconds)
  const alias = form.value('alias') ?? ''
  const provider = await usableProvider(ctx, { alias })
  const { formEmail } = interaction.row
  if (!provider) {
    return backToForm(ctx, interaction, 'sign-in', {
      formError: 'handler.provider.gone',
      formEmail,
    })
  }
  if (provider.preset === 'google' && isEmbeddedBrowser(ctx.userAgent)) {
    // Google would refuse with a page of its own, from which users cannot return.
    return backToForm(ctx, interaction, 'sign-in', {
      formError: providerError('embedded', provider),
      formEmail,
    })
  }
  const cookie = incoming.cookies.browser ?? ''
  const isOther =
    form.present('otherAccount') ||
    wasWrongAccount(interaction, provider) ||
    hasLeft(incoming.cookies, provider)
  try {
    const location = await beginSignIn(ctx, interaction, provider, cookie, isOther)
    const cookies = returning(incoming.cookies)
    return { kind: 'redirect', status: 303, location, cookies }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    await noteFailure(ctx, provider, error)
    const formError = providerError('unreachable', provider)
    return backToForm(ctx, interaction, 'sign-in', { formError, formEmail })
  }
})

/** The account that the provider would take did not help before. */
function wasWrongAccount({ row }: StoredInteraction, { alias }: IdentityProviderRecord): boolean {
  return isOfWrongAccount(row.formError) && aliasOfError(row.formError) === alias
}
