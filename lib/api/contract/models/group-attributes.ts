import { z } from 'zod'
import { attributeFields } from './attributes.ts'

/** An attribute of a group, which applies to every member's tokens. */
export const groupAttribute = z
  .object({ ...attributeFields, groupId: z.int().describe('The `id` of the group.') })
  .meta({ id: 'GroupAttribute' })
