import { z } from 'zod'
import { recordFields } from '../common.ts'

/** Common fields of user and group attributes (docs/specification.md "User attribute / group attribute"). */
export const attributeFields = {
  ...recordFields,
  key: z.string().describe('Name of the value in the claim `attributes`.'),
  value: z.string().meta({ maxLength: 250 }).describe('What the claim tells; may be empty.'),
  includeInIdToken: z
    .boolean()
    .describe('Whether ID tokens and UserInfo with the scope `attributes` tell it.'),
  includeInAccessToken: z
    .boolean()
    .describe('Whether access tokens with the scope `attributes` tell it.'),
}
