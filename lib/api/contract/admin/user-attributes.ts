import { z } from 'zod'
import { byId, describedBy, integer, required, success } from '../common.ts'
import { define } from '../define.ts'
import { userAttribute } from '../models/user-attributes.ts'
import { attributeBody, attributeErrors } from './attributes.ts'

const fields = attributeBody(userAttribute, 'A user')

export const listUserAttributes = define({
  id: 'listUserAttributes',
  method: 'GET',
  path: '/api/v1/admin/users/{id}/attributes',
  access: 'users',
  summary: 'List the attributes of a user',
  params: byId,
  response: z.object({ attributes: z.array(userAttribute) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const getUserAttribute = define({
  id: 'getUserAttribute',
  method: 'GET',
  path: '/api/v1/admin/user-attributes/{id}',
  access: 'users',
  summary: 'Read an attribute of a user',
  params: byId,
  response: z.object({ attribute: userAttribute }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const createUserAttribute = define({
  id: 'createUserAttribute',
  method: 'POST',
  path: '/api/v1/admin/user-attributes',
  access: 'users',
  summary: 'Add an attribute to a user',
  body: fields.extend(describedBy(userAttribute, { userId: required(integer()) })),
  status: 201,
  response: z.object({ attribute: userAttribute }),
  errors: [...attributeErrors],
})

export const updateUserAttribute = define({
  id: 'updateUserAttribute',
  method: 'PUT',
  path: '/api/v1/admin/user-attributes/{id}',
  access: 'users',
  summary: 'Replace an attribute of a user',
  params: byId,
  body: fields,
  response: z.object({ attribute: userAttribute }),
  errors: [...attributeErrors],
})

export const deleteUserAttribute = define({
  id: 'deleteUserAttribute',
  method: 'DELETE',
  path: '/api/v1/admin/user-attributes/{id}',
  access: 'users',
  summary: 'Remove an attribute of a user',
  params: byId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})
