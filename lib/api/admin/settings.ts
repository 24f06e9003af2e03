import * as contract from '#lib/api/contract/admin/settings.ts'
import { operation } from '#lib/api/operation.ts'
import {
  auditLogSettingsToWire,
  generalSettingsToWire,
  sessionSettingsToWire,
  tokenSettingsToWire,
  uiThemeSettingsToWire,
} from '#lib/api/wire/settings.ts'
import { adminTransaction } from '#lib/context.ts'
import { guardAlways } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import {
  checkAuditLogSettings,
  checkGeneralSettings,
  checkSessionSettings,
  checkTokenSettings,
  checkUiTheme,
  saveAuditLogSettings,
  saveGeneralSettings,
  saveSessionSettings,
  saveTokenSettings,
  saveUiTheme,
} from '#lib/domain/settings/settings.ts'

export const getGeneralSettings = operation(contract.getGeneralSettings, async ({ settings }) =>
  generalSettingsToWire(settings),
)

export const updateGeneralSettings = operation(
  contract.updateGeneralSettings,
  async (ctx, input) => {
    const values = checkGeneralSettings(input.body(), ctx.settings.issuer)
    const loggedInUser = actorOf(input.caller)
    return generalSettingsToWire(
      await adminTransaction(ctx, (tx) => saveGeneralSettings(tx, values, loggedInUser)),
    )
  },
)

export const getSessionSettings = operation(contract.getSessionSettings, async ({ settings }) =>
  sessionSettingsToWire(settings),
)

export const updateSessionSettings = operation(
  contract.updateSessionSettings,
  async (ctx, input) => {
    const values = checkSessionSettings(input.body())
    const loggedInUser = actorOf(input.caller)
    return sessionSettingsToWire(
      await adminTransaction(ctx, (tx) => saveSessionSettings(tx, values, loggedInUser)),
    )
  },
)

/** The current theme and all available ones. */
export const getUiThemeSettings = operation(contract.getUiThemeSettings, async ({ settings }) =>
  uiThemeSettingsToWire(settings),
)

export const updateUiThemeSettings = operation(
  contract.updateUiThemeSettings,
  async (ctx, input) => {
    const uiTheme = checkUiTheme(input.body().uiTheme)
    const loggedInUser = actorOf(input.caller)
    return uiThemeSettingsToWire(
      await adminTransaction(ctx, (tx) => saveUiTheme(tx, uiTheme, loggedInUser)),
    )
  },
)

export const getTokenSettings = operation(contract.getTokenSettings, async ({ settings }) =>
  tokenSettingsToWire(settings),
)

export const updateTokenSettings = operation(contract.updateTokenSettings, async (ctx, input) => {
  const values = checkTokenSettings(input.body())
  const loggedInUser = actorOf(input.caller)
  return tokenSettingsToWire(
    await adminTransaction(ctx, (tx) => saveTokenSettings(tx, values, loggedInUser)),
  )
})

export const getAuditLogSettings = operation(contract.getAuditLogSettings, async ({ settings }) =>
  auditLogSettingsToWire(settings),
)

/** Saves the audit log settings; refused for granular scopes. */
export const updateAuditLogSettings = operation(
  contract.updateAuditLogSettings,
  async (ctx, input) => {
    const { caller, authorized } = input
    const values = checkAuditLogSettings(input.body())
    const allowed = await guardAlways(ctx, authorized, { rule: 'settings' })
    const loggedInUser = actorOf(caller)
    return auditLogSettingsToWire(
      await adminTransaction(allowed, (tx) => saveAuditLogSettings(tx, values, loggedInUser)),
    )
  },
)
