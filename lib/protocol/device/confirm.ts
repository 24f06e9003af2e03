import type { DeviceView } from '#lib/answers/device-page.ts'
import { addressBlock } from '#lib/base/network/ip.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import type { Context } from '#lib/context.ts'
import { InteractionRefused, type StoredInteraction } from '../authorize/interaction.ts'
import { requireWaitingDevice } from './approval.ts'
import { shownUserCode } from './user-code.ts'

/** The box with which the user confirms the code on the device; shown if the code came in an address. */
const sameCodeField = 'sameCode'

/** The device as the connecting page shows it. @throws InteractionRefused `device_request_gone` */
export async function deviceView(
  ctx: Context,
  interaction: StoredInteraction,
): Promise<DeviceView> {
  const row = await requireWaitingDevice(ctx, interaction)
  const code = shownUserCode(ctx, row)
  if (code === null) throw new InteractionRefused('device_request_gone', { own: interaction })
  return {
    code,
    minutesAgo: Math.floor((ctx.now.getTime() - row.createdAt.getTime()) / 60_000),
    network: row.ipAddress,
    isSameNetwork: row.ipAddress === addressBlock(ctx.ip),
    asksSameCode: interaction.request.device?.isCodeTyped === false,
  }
}

/**
 * True when the user must confirm that the device shows the same code (RFC 8628 section 5.4): an address with the code
 * may have come from an attacker.
 */
export function owesSameCode(
  { request: { device } }: StoredInteraction,
  form: Parameters,
): boolean {
  return device?.isCodeTyped === false && !form.present(sameCodeField)
}
