import { z } from 'zod'
import { byId, id, storableText } from '../common.ts'
import { define } from '../define.ts'
import {
  effectiveAttribute,
  effectiveGroup,
  effectivePermission,
  tokenPreview,
} from '../models/access.ts'

export const getEffectiveAccess = define({
  id: 'getEffectiveAccess',
  method: 'GET',
  path: '/api/v1/admin/users/{id}/effective-access',
  access: 'users',
  summary: 'Read what a user may do and why, and what a client receives for the user',
  params: byId,
  query: z.object({
    clientId: id.optional().describe('A client: adds what it receives when the user signs in.'),
    scope: storableText()
      .optional()
      .describe(
        'With `clientId`: the scopes that it asks for, separated by spaces. Absent: those that the user approved, ' +
          'else all that it may get.',
      ),
  }),
  response: z.object({
    usable: z.boolean().describe('Whether the user may sign in.'),
    reasons: z.array(z.enum(['user_disabled'])).describe('Why not; empty when the user may.'),
    administrator: z.boolean().describe('Whether the user holds an administrative permission.'),
    permissions: z
      .array(effectivePermission)
      .describe('Every permission, direct or through a group, by scope.'),
    groups: z.array(effectiveGroup).describe('Every group, by name.'),
    attributes: z
      .array(effectiveAttribute)
      .describe('Own attributes, then those of groups; later ones replace earlier ones.'),
    client: tokenPreview.nullable().describe('Null without `clientId`.'),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
