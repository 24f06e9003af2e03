import { z } from 'zod'
import { byId, describedBy, integer, required, success } from '../common.ts'
import { define } from '../define.ts'
import { groupAttribute } from '../models/group-attributes.ts'
import { attributeBody, attributeErrors } from './attributes.ts'

const fields = attributeBody(groupAttribute, 'A group')

export const listGroupAttributes = define({
  id: 'listGroupAttributes',
  method: 'GET',
  path: '/api/v1/admin/groups/{id}/attributes',
  access: 'users',
  summary: 'List the attributes of a group',
  params: byId,
  response: z.object({ attributes: z.array(groupAttribute) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const getGroupAttribute = define({
  id: 'getGroupAttribute',
  method: 'GET',
  path: '/api/v1/admin/group-attributes/{id}',
  access: 'users',
  summary: 'Read an attribute of a group',
  params: byId,
  response: z.object({ attribute: groupAttribute }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const createGroupAttribute = define({
  id: 'createGroupAttribute',
  method: 'POST',
  path: '/api/v1/admin/group-attributes',
  access: 'users',
  summary: 'Add an attribute to a group',
  body: fields.extend(describedBy(groupAttribute, { groupId: required(integer()) })),
  status: 201,
  response: z.object({ attribute: groupAttribute }),
  errors: [...attributeErrors],
})

export const updateGroupAttribute = define({
  id: 'updateGroupAttribute',
  method: 'PUT',
  path: '/api/v1/admin/group-attributes/{id}',
  access: 'users',
  summary: 'Save an attribute of a group',
  params: byId,
  body: fields,
  response: z.object({ attribute: groupAttribute }),
  errors: [...attributeErrors],
})

export const deleteGroupAttribute = define({
  id: 'deleteGroupAttribute',
  method: 'DELETE',
  path: '/api/v1/admin/group-attributes/{id}',
  access: 'users',
  summary: 'Delete an attribute of a group',
  params: byId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})
