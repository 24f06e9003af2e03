import { z } from 'zod'
import { attributeFields } from './attributes.ts'

export const userAttribute = z
  .object({ ...attributeFields, userId: z.int().describe('The `id` of the user.') })
  .meta({ id: 'UserAttribute' })
