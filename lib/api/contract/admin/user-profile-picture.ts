import { z } from 'zod'
import { byId, success } from '../common.ts'
import { define } from '../define.ts'

export const getUserProfilePicture = define({
  id: 'getUserProfilePicture',
  method: 'GET',
  path: '/api/v1/admin/users/{id}/profile-picture',
  access: 'users',
  summary: 'Tell whether a user has a picture, and where',
  params: byId,
  response: z.object({ hasPicture: z.boolean(), pictureUrl: z.string().optional() }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const uploadUserProfilePicture = define({
  id: 'uploadUserProfilePicture',
  method: 'POST',
  path: '/api/v1/admin/users/{id}/profile-picture',
  access: 'users',
  summary: 'Set or replace a user’s picture',
  params: byId,
  upload: 'picture',
  response: z.object({ success: z.boolean(), pictureUrl: z.string() }),
  errors: [
    'VALIDATION_ERROR',
    'NOT_FOUND',
    'FILE_TOO_LARGE',
    'NO_FILE',
    'validator.image.too_large',
    'validator.image.empty',
    'validator.image.unsupported_type',
    'validator.image.undecodable',
    'validator.image.dimensions_too_small',
    'validator.image.dimensions_too_large',
    'MANAGE_SCOPE_REQUIRED',
  ],
})

export const deleteUserProfilePicture = define({
  id: 'deleteUserProfilePicture',
  method: 'DELETE',
  path: '/api/v1/admin/users/{id}/profile-picture',
  access: 'users',
  summary: 'Remove a user’s picture',
  params: byId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})
