import { z } from 'zod'
import { byId, pageInfo, paging, positiveId, soughtText } from '../common.ts'
import { define } from '../define.ts'
import { listedIdsField, listParts } from '../list-parameters.ts'
import {
  holderCounts,
  holderKind,
  holderSource,
  holdingClient,
  holdingGroup,
  holdingUser,
} from '../models/access.ts'
import { permission } from '../models/permissions.ts'
import { resource } from '../models/resources.ts'

export const searchPermissions = define({
  id: 'searchPermissions',
  method: 'GET',
  path: '/api/v1/admin/permissions/search',
  access: 'users',
  summary: 'Search the permissions of every resource, by resource and permission',
  query: z.object({
    query: soughtText(
      'Words; each must be a part of the scope, the description or the resource’s description. Empty finds everything.',
    ),
    ...paging(20),
  }),
  response: z.object({
    permissions: z
      .array(
        permission.extend({
          scope: z.string().describe('The scope `resource:permission`.'),
          administrative: z.boolean().describe('Whether it makes its holder an administrator.'),
        }),
      )
      .describe('By resource and permission.'),
    ...pageInfo,
  }),
  errors: [],
})

export const listPermissionHolders = define({
  id: 'listPermissionHolders',
  method: 'GET',
  path: '/api/v1/admin/permissions/{id}/holders',
  access: 'users',
  summary: 'List who holds a permission: users directly and through groups, groups, clients',
  params: byId,
  query: z.object({
    kind: holderKind.default('user').describe('Which holders the page lists.'),
    query: soughtText('With `kind` `user`: words as in the search of users.'),
    source: holderSource
      .optional()
      .describe('With `kind` `user`: only those who have it in this way.'),
    ...listParts,
    ...paging(20),
  }),
  response: z.object({
    counts: holderCounts,
    users: z.array(holdingUser).describe('By given name; empty for another `kind`.'),
    groups: z.array(holdingGroup).describe('By name; empty for another `kind`.'),
    clients: z.array(holdingClient).describe('By `client_id`; empty for another `kind`.'),
    ...listedIdsField,
    ...pageInfo,
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const countResourceHolders = define({
  id: 'countResourceHolders',
  method: 'GET',
  path: '/api/v1/admin/permissions/holders',
  access: 'users',
  summary: 'Read a resource and its permissions with the numbers of their holders',
  query: z.object({ resourceId: positiveId('The `id` of the resource.') }),
  response: z.object({
    resource,
    permissions: z
      .array(
        permission.extend({
          holders: z.int().describe('Users, groups and clients that hold it, together.'),
        }),
      )
      .describe('By identifier.'),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
