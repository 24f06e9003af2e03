import { z } from 'zod'
import { timestamp } from '../common.ts'

/** An attribute of a user (specification, "User attribute / group attribute"). */
export const userAttribute = z
  .object({
    id: z.int(),
    createdAt: timestamp.nullable(),
    updatedAt: timestamp.nullable(),
    key: z.string(),
    value: z.string(),
    includeInIdToken: z.boolean(),
    includeInAccessToken: z.boolean(),
    userId: z.int(),
  })
  .meta({ id: 'UserAttribute' })
