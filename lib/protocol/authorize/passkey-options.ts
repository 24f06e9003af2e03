import type { Outcome } from '#lib/answers/outcome.ts'
import { noStore } from '#lib/answers/outcome.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { limitRequest } from '#lib/domain/limits/rate-limits.ts'
import { assertionOptions } from '#lib/domain/passkeys/assertion-options.ts'
import { registrationOptions } from '#lib/domain/passkeys/registration.ts'
import { usablePasskeys } from '#lib/domain/passkeys/usable.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import type { InteractionRecord } from '#lib/persistence/store.ts'
import { InteractionRefused } from './interaction.ts'
import { openStep, type StepContext } from './steps.ts'

/** The binding of a challenge: the sign-in at its present version. A later version refuses it. */
export function challengeBinding({ interactionIdentifier, version }: InteractionRecord): string {
  return `${interactionIdentifier} ${version}`
}

/**
 * `POST /auth/passkey/options`: the options with which a browser uses or makes a passkey at the present step. At the
 * sign-in they name no credential, whatever was typed, so they reveal nothing about an account. Writes nothing but the
 * handle of a user who makes the first passkey.
 */
export async function passkeyOptions(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const retryAfterSeconds = await limitRequest(ctx, 'passkey_options_ip', ctx.ip)
  if (retryAfterSeconds !== null) {
    const headers = { ...noStore, 'Retry-After': String(retryAfterSeconds) }
    return { kind: 'json', status: 429, body: { error: 'too_many_requests' }, headers }
  }
  try {
    const identifier = incoming.form?.value('ceremonyId')
    const options = await optionsOf(ctx, await openStep(ctx, incoming, identifier))
    if (options) return { kind: 'json', status: 200, body: options, headers: noStore }
  } catch (error) {
    if (!(error instanceof InteractionRefused)) throw error
  }
  return { kind: 'json', status: 400, body: { error: 'not_possible' }, headers: noStore }
}

async function optionsOf(
  ctx: Context,
  { interaction, decision, loaded }: StepContext,
): Promise<object | null> {
  const { row } = interaction
  const binding = challengeBinding(row)
  const isOn = signInFeatures(ctx).passkeys
  switch (decision.step) {
    case 'otp':
    case 'passkey':
      return assertionOptions(ctx, 'second-factor', binding, usablePasskeys(ctx, loaded.passkeys))
    case 'otp-enrollment':
    case 'passkey-offer':
      return isOn && loaded.user ? registrationOptions(ctx, loaded.user, binding) : null
    case 'sign-in':
      return isOn ? assertionOptions(ctx, 'sign-in', binding, []) : null
    default:
      return isOn && row.userId === null ? assertionOptions(ctx, 'sign-in', binding, []) : null
  }
}
