import { z } from 'zod'
import {
  byId,
  expectedIds,
  id,
  ids,
  integer,
  pageInfo,
  paging,
  required,
  success,
} from '../common.ts'
import { define } from '../define.ts'
import { group } from '../models/groups.ts'
import { user } from '../models/users.ts'

export const listGroupMembers = define({
  id: 'listGroupMembers',
  method: 'GET',
  path: '/api/v1/admin/groups/{id}/members',
  access: 'users',
  summary: 'List the members of a group, by given name',
  params: byId,
  query: z.object(paging()),
  response: z.object({ members: z.array(user), ...pageInfo }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const addGroupMember = define({
  id: 'addGroupMember',
  method: 'POST',
  path: '/api/v1/admin/groups/{id}/members',
  access: 'users',
  summary: 'Make a user a member of a group',
  params: byId,
  body: z.object({ userId: required(integer()).describe('The `id` of the user.') }),
  status: 201,
  response: success,
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})

export const removeGroupMember = define({
  id: 'removeGroupMember',
  method: 'DELETE',
  path: '/api/v1/admin/groups/{id}/members/{userId}',
  access: 'users',
  summary: 'End a user’s membership of a group',
  params: z.object({
    id: id.describe('The `id` of the group.'),
    userId: id.describe('The `id` of the user.'),
  }),
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED', 'LAST_ADMINISTRATOR'],
})

export const getUserGroups = define({
  id: 'getUserGroups',
  method: 'GET',
  path: '/api/v1/admin/users/{id}/groups',
  access: 'users',
  summary: 'List the groups of a user',
  params: byId,
  response: z.object({ user, groups: z.array(group) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const updateUserGroups = define({
  id: 'updateUserGroups',
  method: 'PUT',
  path: '/api/v1/admin/users/{id}/groups',
  access: 'users',
  summary: 'Save which groups a user belongs to',
  params: byId,
  body: z.object({
    groupIds: ids().describe('The `id` of every group to belong to: at most 1,000.'),
    expectedGroupIds: expectedIds(),
  }),
  response: z.object({ user, groups: z.array(group) }),
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'handler.admin_user_groups.not_found',
    'NOT_FOUND',
    'MANAGE_SCOPE_REQUIRED',
    'CONCURRENT_UPDATE',
    'LAST_ADMINISTRATOR',
  ],
})
