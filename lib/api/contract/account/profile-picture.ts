import { success } from '../common.ts'
import { define } from '../define.ts'
import { pictureErrors, pictureState, pictureStored } from '../models/pictures.ts'

export const getOwnProfilePicture = define({
  id: 'getOwnProfilePicture',
  method: 'GET',
  path: '/api/v1/account/profile-picture',
  access: 'account',
  summary: 'Tell whether one has a picture, and where',
  response: pictureState,
  errors: [],
})

export const uploadOwnProfilePicture = define({
  id: 'uploadOwnProfilePicture',
  method: 'POST',
  path: '/api/v1/account/profile-picture',
  access: 'account',
  summary: 'Set or replace one’s own picture',
  upload: 'picture',
  response: pictureStored,
  errors: ['NOT_FOUND', 'FILE_TOO_LARGE', 'NO_FILE', ...pictureErrors],
})

export const deleteOwnProfilePicture = define({
  id: 'deleteOwnProfilePicture',
  method: 'DELETE',
  path: '/api/v1/account/profile-picture',
  access: 'account',
  summary: 'Remove one’s own picture',
  response: success,
  errors: ['NOT_FOUND'],
})
