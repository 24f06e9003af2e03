import { z } from 'zod'
import {
  byId,
  describedBy,
  identifier,
  identifierErrors,
  required,
  success,
  text,
  wholeNumber,
} from '../common.ts'
import { define } from '../define.ts'
import { permission } from '../models/permissions.ts'

const wantedPermission = z.object({
  id: wholeNumber().nullish().describe('Of the stored permission; left out for a new one.'),
  ...describedBy(permission, {
    permissionIdentifier: identifier(),
    description: text().describe('At most 100 characters.'),
  }),
})

const expectedPermission = z.object({
  id: wholeNumber().describe('Of the stored permission.'),
  permissionIdentifier: required(text()).describe('As last read.'),
  description: text().describe('As last read.'),
})

export const listResourcePermissions = define({
  id: 'listResourcePermissions',
  method: 'GET',
  path: '/api/v1/admin/resources/{id}/permissions',
  access: 'settings',
  summary: 'List the permissions of a resource',
  params: byId,
  response: z.object({ permissions: z.array(permission) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const updateResourcePermissions = define({
  id: 'updateResourcePermissions',
  method: 'PUT',
  path: '/api/v1/admin/resources/{id}/permissions',
  access: 'settings',
  summary: 'Save the permissions of a resource; those left out are deleted',
  params: byId,
  body: z.object({
    permissions: z
      .array(wantedPermission)
      .nullish()
      .transform((value) => value ?? [])
      .describe('All permissions that the resource shall have: at most 1,000.'),
    expectedPermissions: required(z.array(expectedPermission).nullish()).describe(
      'The list as last read; empty when there was none.',
    ),
  }),
  response: success,
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'handler.admin_resource_permissions.description_html_not_allowed',
    ...identifierErrors,
    'NOT_FOUND',
    'MANAGE_SCOPE_REQUIRED',
    'CONCURRENT_UPDATE',
  ],
})
