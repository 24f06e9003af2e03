import { z } from 'zod'
import { recordFields } from '../common.ts'

/** A group as returned by every operation (docs/specification.md "Group"). */
export const group = z
  .object({
    ...recordFields,
    groupIdentifier: z.string().describe('Name of the group in the claim `groups`; unique.'),
    description: z.string().describe('What the group is, for people; may be empty.'),
    includeInIdToken: z
      .boolean()
      .describe('Whether ID tokens and UserInfo with the scope `groups` name the group.'),
    includeInAccessToken: z
      .boolean()
      .describe('Whether access tokens with the scope `groups` name the group.'),
    memberCount: z.int().describe('How many users are members, disabled ones included.'),
  })
  .meta({ id: 'Group' })

/** A group in search results; `hasPermission` only when the search named a permission. */
export const foundGroup = group
  .extend({
    hasPermission: z
      .boolean()
      .optional()
      .describe('With `annotatePermissionId`: whether the group holds that permission.'),
    permissionCount: z
      .int()
      .optional()
      .describe('With `details`: how many permissions the group holds.'),
  })
  .meta({ id: 'FoundGroup' })
