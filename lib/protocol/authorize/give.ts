import type { Outcome } from '#lib/answers/outcome.ts'
import type { Field } from '#lib/base/network/url.ts'
import type { Context, Tx } from '#lib/context.ts'
import { approveDevice, deviceDonePage } from '../device/approval.ts'
import type { Granted } from './granted.ts'
import type { ImplicitTokens } from './implicit.ts'
import type { Interaction } from './interaction.ts'
import { targetOf } from './refuse.ts'
import { deliver } from './respond.ts'
import type { SsoSession } from './sso-session.ts'
import { storeCode, storeTokens } from './store-grant.ts'

/** The client's answer: a code, or the tokens of the implicit flow. A device gets neither here. */
interface Given {
  readonly code: string
  readonly tokens: ImplicitTokens | null
}

/** Stores the grant, in the transaction that ends the interaction. */
export async function storeGrant(
  tx: Tx,
  interaction: Interaction,
  ssoSession: SsoSession,
  { code, tokens, ...granted }: Granted & Given,
): Promise<void> {
  if (interaction.request.device) await approveDevice(tx, interaction, ssoSession, granted)
  else if (tokens) await storeTokens(tx, interaction, ssoSession, { ...granted, tokens })
  else await storeCode(tx, interaction, ssoSession, { ...granted, code })
}

/** Sends the client its answer; a device fetches its own. */
export async function answerGranted(
  ctx: Context,
  interaction: Interaction,
  { code, tokens }: Given,
): Promise<Outcome> {
  if (interaction.request.device) return deviceDonePage(ctx, interaction, true)
  const fields: Field[] = tokens ? [...tokens.fields] : [['code', code]]
  return deliver(ctx, targetOf(interaction), fields)
}
