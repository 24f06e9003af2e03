import { z } from 'zod'
import { byId, expectedIds, ids, pageInfo, paging, success } from '../common.ts'
import { define } from '../define.ts'
import { group } from '../models/groups.ts'
import { permission } from '../models/permissions.ts'
import { user } from '../models/users.ts'

const save = z.object({
  permissionIds: ids().describe('The `id` of every permission to be held: at most 1,000.'),
  expectedPermissionIds: expectedIds(),
})

const saveErrors = [
  'INVALID_REQUEST_BODY',
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'MANAGE_SCOPE_REQUIRED',
  'CONCURRENT_UPDATE',
  'LAST_ADMINISTRATOR',
] as const

export const getUserPermissions = define({
  id: 'getUserPermissions',
  method: 'GET',
  path: '/api/v1/admin/users/{id}/permissions',
  access: 'users',
  summary: 'List the permissions that a user holds directly',
  params: byId,
  response: z.object({ user, permissions: z.array(permission) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const updateUserPermissions = define({
  id: 'updateUserPermissions',
  method: 'PUT',
  path: '/api/v1/admin/users/{id}/permissions',
  access: 'users',
  summary: 'Save which permissions a user holds directly',
  params: byId,
  body: save,
  response: success,
  errors: [...saveErrors],
})

export const getGroupPermissions = define({
  id: 'getGroupPermissions',
  method: 'GET',
  path: '/api/v1/admin/groups/{id}/permissions',
  access: 'users',
  summary: 'List the permissions that a group holds',
  params: byId,
  response: z.object({ group, permissions: z.array(permission) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const updateGroupPermissions = define({
  id: 'updateGroupPermissions',
  method: 'PUT',
  path: '/api/v1/admin/groups/{id}/permissions',
  access: 'users',
  summary: 'Save which permissions a group holds',
  params: byId,
  body: save,
  response: success,
  errors: [...saveErrors, 'validator.group.named_by_provider'],
})

export const listPermissionUsers = define({
  id: 'listPermissionUsers',
  method: 'GET',
  path: '/api/v1/admin/permissions/{id}/users',
  access: 'users',
  summary: 'List the users who hold a permission directly, by given name',
  params: byId,
  query: z.object(paging()),
  response: z.object({ users: z.array(user), ...pageInfo }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
