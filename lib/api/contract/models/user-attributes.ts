import { z } from 'zod'
import { attributeFields } from './attributes.ts'

/** An attribute of a user. */
export const userAttribute = z
  .object({ ...attributeFields, userId: z.int().describe('The `id` of the user.') })
  .meta({ id: 'UserAttribute' })
