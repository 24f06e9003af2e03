import { refuse } from '#lib/answers/refusal.ts'
import * as contract from '#lib/api/contract/account/remembered-browsers.ts'
import { operation } from '#lib/api/operation.ts'
import { transaction } from '#lib/context.ts'
import { requireUser } from '#lib/domain/permissions/caller.ts'
import { forgetBrowsers, rememberedBrowsers } from '#lib/domain/sessions/user-devices.ts'

export const listRememberedBrowsers = operation(
  contract.listRememberedBrowsers,
  async (ctx, { caller }) => {
    const browsers = await rememberedBrowsers(ctx, requireUser(caller).user)
    return {
      browsers: browsers.map((browser) => ({
        id: browser.id,
        deviceName: browser.deviceName,
        deviceOS: browser.deviceOs,
        ipAddress: browser.ipAddress,
        lastSeenAt: browser.lastSeenAt.toISOString(),
        rememberedUntil: (browser.rememberedUntil ?? browser.lastSeenAt).toISOString(),
      })),
    }
  },
)

export const forgetRememberedBrowser = operation(
  contract.forgetRememberedBrowser,
  async (ctx, { caller, params }) => {
    const { user } = requireUser(caller)
    const isDone = await transaction(ctx, (tx) =>
      forgetBrowsers(tx, user.id, params.id, user.subject),
    )
    if (!isDone) throw refuse('NOT_FOUND')
    return { success: true }
  },
)

export const forgetRememberedBrowsers = operation(
  contract.forgetRememberedBrowsers,
  async (ctx, { caller }) => {
    const { user } = requireUser(caller)
    await transaction(ctx, (tx) => forgetBrowsers(tx, user.id, null, user.subject))
    return { success: true }
  },
)
