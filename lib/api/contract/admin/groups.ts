import { z } from 'zod'
import {
  byId,
  describedBy,
  flag,
  id,
  identifier,
  identifierErrors,
  pageInfo,
  paging,
  soughtText,
  success,
  text,
} from '../common.ts'
import { define } from '../define.ts'
import {
  listedIdsField,
  listParts,
  matching,
  moment,
  sorting,
  yesOrNo,
} from '../list-parameters.ts'
import { foundGroup, group } from '../models/groups.ts'

const fields = z.object(
  describedBy(group, {
    groupIdentifier: identifier(),
    description: text().describe('At most 100 characters.'),
    includeInIdToken: flag(),
    includeInAccessToken: flag(),
  }),
)

const fieldErrors = [
  'INVALID_REQUEST_BODY',
  'VALIDATION_ERROR',
  'validator.description.angle_brackets',
  ...identifierErrors,
] as const

export const listGroups = define({
  id: 'listGroups',
  method: 'GET',
  path: '/api/v1/admin/groups',
  access: 'users',
  summary: 'List all groups',
  response: z.object({ groups: z.array(group) }),
  errors: [],
})

export const searchGroups = define({
  id: 'searchGroups',
  method: 'GET',
  path: '/api/v1/admin/groups/search',
  access: 'users',
  summary: 'Search groups by identifier and description',
  query: z.object({
    query: soughtText('Part of the identifier or description; any case.'),
    ...paging(),
    annotatePermissionId: id
      .optional()
      .describe('Adds `hasPermission` to every group: whether it holds this permission.'),
    ...matching,
    ...sorting(
      ['identifier', 'memberCount', 'createdAt'],
      'What the groups are sorted by; without it by identifier.',
    ),
    inTokens: yesOrNo('Only groups that tokens name, or do not name.'),
    createdBefore: moment('Only groups created before this time.'),
    ...listParts,
    details: yesOrNo('With `true`: adds `permissionCount` to every group.'),
  }),
  response: z.object({ groups: z.array(foundGroup), ...listedIdsField, ...pageInfo }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const createGroup = define({
  id: 'createGroup',
  method: 'POST',
  path: '/api/v1/admin/groups',
  access: 'users',
  summary: 'Create a group',
  body: fields,
  status: 201,
  response: z.object({ group }),
  errors: [...fieldErrors],
})

export const getGroup = define({
  id: 'getGroup',
  method: 'GET',
  path: '/api/v1/admin/groups/{id}',
  access: 'users',
  summary: 'Read a group',
  params: byId,
  response: z.object({ group }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const updateGroup = define({
  id: 'updateGroup',
  method: 'PUT',
  path: '/api/v1/admin/groups/{id}',
  access: 'users',
  summary: 'Save a group',
  params: byId,
  body: fields,
  response: z.object({ group }),
  errors: [...fieldErrors, 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})

export const deleteGroup = define({
  id: 'deleteGroup',
  method: 'DELETE',
  path: '/api/v1/admin/groups/{id}',
  access: 'users',
  summary: 'Delete a group with its memberships, attributes and permissions',
  params: byId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED', 'LAST_ADMINISTRATOR'],
})
