import * as contract from '#lib/api/contract/admin/integration-settings.ts'
import { operation } from '#lib/api/operation.ts'
import { adminTransaction } from '#lib/context.ts'
import { guardAlways } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import {
  checkIntegrationSettings,
  integrationSettingsOf,
  saveIntegrationSettings,
} from '#lib/domain/settings/integration-settings.ts'

export const getIntegrationSettings = operation(
  contract.getIntegrationSettings,
  async ({ settings }) => integrationSettingsOf(settings),
)

/** Saves the area; refused for granular scopes. Absent fields stay. */
export const updateIntegrationSettings = operation(
  contract.updateIntegrationSettings,
  async (ctx, { body, caller, authorized }) => {
    const { refusalRecordsEnabled, refusalRecordDays } = body()
    const stored = integrationSettingsOf(ctx.settings)
    const values = checkIntegrationSettings({
      refusalRecordsEnabled: refusalRecordsEnabled ?? stored.refusalRecordsEnabled,
      refusalRecordDays: refusalRecordDays ?? stored.refusalRecordDays,
    })
    const allowed = await guardAlways(ctx, authorized, { rule: 'settings' })
    const loggedInUser = actorOf(caller)
    return integrationSettingsOf(
      await adminTransaction(allowed, (tx) => saveIntegrationSettings(tx, values, loggedInUser)),
    )
  },
)
