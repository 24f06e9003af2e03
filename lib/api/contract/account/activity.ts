import { z } from 'zod'
import { pageSize, positiveNumber } from '../common.ts'
import { define } from '../define.ts'
import { activityEntry } from '../models/activity.ts'

/** No row has an id beyond the safe integers. */
function cursorOf(value: string | undefined): number | undefined {
  const id = positiveNumber(value)
  return id === null ? undefined : Math.min(id, Number.MAX_SAFE_INTEGER)
}

const before = z
  .string()
  .optional()
  .transform((value) => cursorOf(value))
  .meta({
    type: 'integer',
    format: 'int64',
    minimum: 1,
    description: 'The `next` of the answer before; anything else starts with the newest entry.',
  })

export const listOwnActivity = define({
  id: 'listOwnActivity',
  method: 'GET',
  path: '/api/v1/account/activity',
  access: 'account',
  summary: 'List what happened to one’s own account, the newest first',
  query: z.object({ before, size: pageSize(20, 100, 100) }),
  response: z.object({
    entries: z.array(activityEntry),
    next: z.int().optional().describe('Where the list goes on; absent at its end.'),
    kept: z.boolean().describe('Whether this server stores activity now.'),
    retentionDays: z.int().describe('For how many days it is kept; 0: for ever.'),
  }),
  errors: [],
})
