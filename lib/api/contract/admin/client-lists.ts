import { z } from 'zod'
import { byId, texts } from '../common.ts'
import { define } from '../define.ts'
import { client } from '../models/clients.ts'

/** The list as last read, for conflict detection; absent or null skips the check. */
const expectedTexts = () =>
  z
    .array(z.string())
    .nullish()
    .describe('Recommended: the list as last read; if it has changed since, nothing is saved.')

export const updateClientRedirectUris = define({
  id: 'updateClientRedirectUris',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/redirect-uris',
  access: 'clients',
  summary: 'Save the list of a client’s redirect URIs',
  params: byId,
  body: z.object({
    redirectURIs: texts().describe(
      'All addresses that a browser may be sent back to: at most 200, each at most 2048 bytes.',
    ),
    expectedRedirectURIs: expectedTexts(),
  }),
  response: z.object({ client }),
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'MANAGE_SCOPE_REQUIRED',
    'NOT_FOUND',
    'CONCURRENT_UPDATE',
  ],
})

export const updateClientWebOrigins = define({
  id: 'updateClientWebOrigins',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/web-origins',
  access: 'clients',
  summary: 'Save the list of a client’s web origins',
  params: byId,
  body: z.object({
    webOrigins: texts().describe(
      'All origins whose scripts may call: at most 200, each at most 256 characters.',
    ),
    expectedWebOrigins: expectedTexts(),
  }),
  response: z.object({ client }),
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'MANAGE_SCOPE_REQUIRED',
    'NOT_FOUND',
    'CONCURRENT_UPDATE',
  ],
})
