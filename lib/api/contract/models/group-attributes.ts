import { z } from 'zod'
import { timestamp } from '../common.ts'

/** An attribute of a group (specification, "User attribute / group attribute"). */
export const groupAttribute = z
  .object({
    id: z.int(),
    createdAt: timestamp.nullable(),
    updatedAt: timestamp.nullable(),
    key: z.string(),
    value: z.string(),
    includeInIdToken: z.boolean(),
    includeInAccessToken: z.boolean(),
    groupId: z.int(),
  })
  .meta({ id: 'GroupAttribute' })
