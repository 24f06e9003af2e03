import { z } from 'zod'
import { timestamp } from '../common.ts'

/** A group as every operation answers it (wire contract §2.2). */
export const group = z
  .object({
    id: z.int(),
    createdAt: timestamp.nullable(),
    updatedAt: timestamp.nullable(),
    groupIdentifier: z.string(),
    description: z.string(),
    includeInIdToken: z.boolean(),
    includeInAccessToken: z.boolean(),
    memberCount: z.int(),
  })
  .meta({ id: 'Group' })

/** A group found by a search; `hasPermission` only when the search asked about a permission. */
export const foundGroup = group
  .extend({ hasPermission: z.boolean().optional() })
  .meta({ id: 'FoundGroup' })
