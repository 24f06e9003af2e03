import { z } from 'zod'
import { timestamp } from '../common.ts'
import { define } from '../define.ts'
import {
  addressErrors,
  addressFields,
  phoneErrors,
  phoneFields,
  profileErrors,
  profileFields,
} from '../models/user-fields.ts'
import { user } from '../models/users.ts'

const ownUser = user
  .extend({
    passwordChangedAt: timestamp
      .optional()
      .describe('When the password was last set; absent when that is not known.'),
    passwordGenerated: z
      .literal(true)
      .optional()
      .describe('The password is the one that the first start generated, and wrote to the log.'),
  })
  .meta({ id: 'OwnUser' })

export const getOwnProfile = define({
  id: 'getOwnProfile',
  method: 'GET',
  path: '/api/v1/account/profile',
  access: 'account',
  summary: 'Read one’s own account',
  response: z.object({ user: ownUser }),
  errors: [],
})

export const updateOwnProfile = define({
  id: 'updateOwnProfile',
  method: 'PUT',
  path: '/api/v1/account/profile',
  access: 'account',
  summary: 'Replace one’s own profile',
  body: profileFields,
  response: z.object({ user }),
  errors: ['INVALID_REQUEST_BODY', 'NOT_FOUND', 'VALIDATION_ERROR', ...profileErrors],
})

export const updateOwnPhone = define({
  id: 'updateOwnPhone',
  method: 'PUT',
  path: '/api/v1/account/phone',
  access: 'account',
  summary: 'Replace one’s own phone number, which then counts as unverified',
  body: phoneFields,
  response: z.object({ user }),
  errors: ['INVALID_REQUEST_BODY', 'NOT_FOUND', ...phoneErrors],
})

export const updateOwnAddress = define({
  id: 'updateOwnAddress',
  method: 'PUT',
  path: '/api/v1/account/address',
  access: 'account',
  summary: 'Replace one’s own postal address',
  body: addressFields,
  response: z.object({ user }),
  errors: ['INVALID_REQUEST_BODY', 'NOT_FOUND', ...addressErrors],
})
