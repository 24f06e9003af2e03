import { z } from 'zod'
import { attributeFields } from './attributes.ts'

/** An attribute of a group: of every member, in their tokens. */
export const groupAttribute = z
  .object({ ...attributeFields, groupId: z.int().describe('The `id` of the group.') })
  .meta({ id: 'GroupAttribute' })
