import { z } from 'zod'
import {
  byId,
  describedBy,
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
import { foundResource, resource } from '../models/resources.ts'

const fields = z.object(
  describedBy(resource, {
    resourceIdentifier: identifier(),
    description: text().describe('At most 100 characters.'),
  }),
)

const fieldErrors = [
  'INVALID_REQUEST_BODY',
  'VALIDATION_ERROR',
  'validator.description.angle_brackets',
  ...identifierErrors,
] as const

export const listResources = define({
  id: 'listResources',
  method: 'GET',
  path: '/api/v1/admin/resources',
  access: 'settings',
  summary: 'List all resources',
  response: z.object({ resources: z.array(resource) }),
  errors: [],
})

export const searchResources = define({
  id: 'searchResources',
  method: 'GET',
  path: '/api/v1/admin/resources/search',
  access: 'settings',
  summary: 'Search resources by identifier and description',
  query: z.object({
    query: soughtText('Part of the identifier or description; any case.'),
    ...paging(),
    ...matching,
    ...sorting(
      ['identifier', 'permissionCount', 'createdAt'],
      'What the resources are sorted by; without it by identifier.',
    ),
    createdBefore: moment('Only resources created before this time.'),
    ...listParts,
    details: yesOrNo('With `true`: adds `permissionCount` to every resource.'),
  }),
  response: z.object({ resources: z.array(foundResource), ...listedIdsField, ...pageInfo }),
  errors: ['VALIDATION_ERROR'],
})

export const createResource = define({
  id: 'createResource',
  method: 'POST',
  path: '/api/v1/admin/resources',
  access: 'settings',
  summary: 'Create a resource',
  body: fields,
  status: 201,
  response: z.object({ resource }),
  errors: [...fieldErrors],
})

export const getResource = define({
  id: 'getResource',
  method: 'GET',
  path: '/api/v1/admin/resources/{id}',
  access: 'settings',
  summary: 'Read a resource',
  params: byId,
  response: z.object({ resource }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const updateResource = define({
  id: 'updateResource',
  method: 'PUT',
  path: '/api/v1/admin/resources/{id}',
  access: 'settings',
  summary: 'Save a resource; the built-in one keeps its identifier',
  params: byId,
  body: fields,
  response: z.object({ resource }),
  errors: [...fieldErrors, 'NOT_FOUND'],
})

export const deleteResource = define({
  id: 'deleteResource',
  method: 'DELETE',
  path: '/api/v1/admin/resources/{id}',
  access: 'settings',
  summary: 'Delete a resource with its permissions and every grant of them',
  params: byId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
