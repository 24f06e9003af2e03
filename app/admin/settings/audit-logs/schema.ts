import { boolean, object } from 'zod/mini'
import { wholeNumber } from '../_parts/rules.ts'

/** For how many days entries are kept; 0: for ever. */
export const retentionDays = { min: 0, max: 3_650 } as const
/** For how many days refused requests are kept. */
export const refusalDays = { min: 1, max: 90 } as const

/** The rules of the audit log form, which both the browser and the route file check. */
export function auditLogSchema(range: string) {
  return object({
    auditLogsInConsoleEnabled: boolean(),
    auditLogsInDatabaseEnabled: boolean(),
    auditLogRetentionDays: wholeNumber({ ...retentionDays, error: range }),
  })
}

/** The rules of the form for refused requests. */
export function refusalSchema(range: string) {
  return object({
    refusalRecordsEnabled: boolean(),
    refusalRecordDays: wholeNumber({ ...refusalDays, error: range }),
  })
}
