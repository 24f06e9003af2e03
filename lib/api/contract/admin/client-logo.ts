import { z } from 'zod'
import { byId, success } from '../common.ts'
import { define } from '../define.ts'
import { pictureErrors, pictureStored } from '../models/pictures.ts'

export const getClientLogo = define({
  id: 'getClientLogo',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/logo',
  access: 'clients',
  summary: 'Tell whether a client has a logo, and where',
  params: byId,
  response: z.object({
    hasLogo: z.boolean().describe('Whether there is a logo.'),
    logoUrl: z
      .string()
      .optional()
      .describe('Where the logo is served, to everybody; left out when there is none.'),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const uploadClientLogo = define({
  id: 'uploadClientLogo',
  method: 'POST',
  path: '/api/v1/admin/clients/{id}/logo',
  access: 'clients',
  summary: 'Set a client’s logo: JPEG, PNG, GIF or WebP of 10 to 512 pixels a side',
  params: byId,
  upload: 'picture',
  response: pictureStored,
  errors: [
    'VALIDATION_ERROR',
    'FILE_TOO_LARGE',
    'NO_FILE',
    ...pictureErrors,
    'MANAGE_SCOPE_REQUIRED',
    'NOT_FOUND',
  ],
})

export const deleteClientLogo = define({
  id: 'deleteClientLogo',
  method: 'DELETE',
  path: '/api/v1/admin/clients/{id}/logo',
  access: 'clients',
  summary: 'Remove a client’s logo',
  params: byId,
  response: success,
  errors: ['VALIDATION_ERROR', 'MANAGE_SCOPE_REQUIRED', 'NOT_FOUND'],
})
