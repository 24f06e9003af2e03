import * as contract from '#lib/api/contract/account/activity.ts'
import { operation } from '#lib/api/operation.ts'
import { activityEntryToWire } from '#lib/api/wire/activity.ts'
import { readOwnActivity } from '#lib/domain/audit/own-activity.ts'
import { requireUser } from '#lib/domain/permissions/caller.ts'

/** What happened to the calling user's account. Stored entries are shown even while storing is switched off. */
export const listOwnActivity = operation(
  contract.listOwnActivity,
  async (ctx, { caller, query }) => {
    const { user } = requireUser(caller)
    const { entries, next } = await readOwnActivity(ctx, user, query)
    const { auditLogsInDatabaseEnabled, auditLogRetentionDays } = ctx.settings
    return {
      entries: entries.map(activityEntryToWire),
      ...(next === undefined ? {} : { next }),
      kept: auditLogsInDatabaseEnabled,
      retentionDays: auditLogRetentionDays,
    }
  },
)
