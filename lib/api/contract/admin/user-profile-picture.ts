import { byId, success } from '../common.ts'
import { define } from '../define.ts'
import { pictureErrors, pictureState, pictureStored } from '../models/pictures.ts'

export const getUserProfilePicture = define({
  id: 'getUserProfilePicture',
  method: 'GET',
  path: '/api/v1/admin/users/{id}/profile-picture',
  access: 'users',
  summary: 'Tell whether a user has a picture, and where',
  params: byId,
  response: pictureState,
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
  response: pictureStored,
  errors: [
    'VALIDATION_ERROR',
    'NOT_FOUND',
    'FILE_TOO_LARGE',
    'NO_FILE',
    ...pictureErrors,
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
