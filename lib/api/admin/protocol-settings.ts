import * as contract from '#lib/api/contract/admin/protocol-settings.ts'
import { operation } from '#lib/api/operation.ts'
import { protocolSettingsToWire } from '#lib/api/wire/protocol-settings.ts'
import { adminTransaction } from '#lib/context.ts'
import { actorOf } from '#lib/domain/caller.ts'
import { checkProtocolSettings, saveProtocolSettings } from '#lib/domain/protocol-settings.ts'

export const getProtocolSettings = operation(
  contract.getProtocolSettings,
  async ({ config, settings }) => protocolSettingsToWire(config, settings),
)

export const updateProtocolSettings = operation(
  contract.updateProtocolSettings,
  async (ctx, input) => {
    const { expectedSelfRegisteredClientScopes: expected, ...sent } = input.body()
    const change = await checkProtocolSettings(ctx, sent)
    const loggedInUser = actorOf(input.caller)
    const saved = await adminTransaction(ctx, (tx) =>
      saveProtocolSettings(tx, change, loggedInUser, expected),
    )
    return protocolSettingsToWire(ctx.config, saved)
  },
)
