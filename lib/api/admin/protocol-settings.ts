import * as contract from '#lib/api/contract/admin/protocol-settings.ts'
import { operation } from '#lib/api/operation.ts'
import { protocolSettingsToWire } from '#lib/api/wire/protocol-settings.ts'
import { adminTransaction } from '#lib/context.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import { unreachedPurposes } from '#lib/domain/settings/outbound-reach.ts'
import { checkReadiness, isReady } from '#lib/domain/settings/protocol-readiness.ts'
import {
  checkProtocolSettings,
  saveProtocolSettings,
} from '#lib/domain/settings/protocol-settings.ts'

export const getProtocolSettings = operation(
  contract.getProtocolSettings,
  async ({ config, settings }) => protocolSettingsToWire(config, settings),
)

export const getProtocolReadiness = operation(contract.getProtocolReadiness, async (ctx) => {
  const { config, settings } = ctx
  const indicators = (await ctx.configuration.resourceIndicators()).length
  const unreached = await unreachedPurposes(ctx)
  const checks = checkReadiness({ config, settings, indicators, unreached })
  return { checks, ready: isReady(checks) }
})

export const updateProtocolSettings = operation(
  contract.updateProtocolSettings,
  async (ctx, input) => {
    const {
      expectedClientIdMetadataDocumentHosts: hosts,
      expectedSelfRegisteredClientScopes: scopes,
      ...sent
    } = input.body()
    const change = await checkProtocolSettings(ctx, sent)
    const loggedInUser = actorOf(input.caller)
    const saved = await adminTransaction(ctx, (tx) =>
      saveProtocolSettings(tx, change, loggedInUser, { hosts, scopes }),
    )
    return protocolSettingsToWire(ctx.config, saved)
  },
)
