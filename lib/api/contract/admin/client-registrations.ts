import { z } from 'zod'
import { byId, pageInfo, paging, storableText } from '../common.ts'
import { define } from '../define.ts'
import { clientDocument, clientRegistration } from '../models/client-registration.ts'
import { client } from '../models/clients.ts'

export const listSelfRegisteredClients = define({
  id: 'listSelfRegisteredClients',
  method: 'GET',
  path: '/api/v1/admin/clients/self-registered',
  access: 'clients',
  summary: 'List clients that registered themselves, newest first',
  query: z.object({
    ...paging(),
    state: z
      .enum(['pending', 'approved', 'refused', 'all'])
      .default('all')
      .describe('Only those with this approval.'),
    kind: z
      .enum(['dynamic', 'metadata_document', 'all'])
      .default('all')
      .describe('Only those that came in this way.'),
  }),
  response: z.object({
    clients: z
      .array(z.object({ client, registration: clientRegistration }))
      .describe('Each client, and how it came.'),
    ...pageInfo,
  }),
  errors: ['VALIDATION_ERROR'],
})

export const getClientMetadataDocument = define({
  id: 'getClientMetadataDocument',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/metadata-document',
  access: 'clients',
  summary: 'Read how a client registered itself, with its metadata document',
  params: byId,
  response: clientDocument,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const refreshClientMetadataDocument = define({
  id: 'refreshClientMetadataDocument',
  method: 'POST',
  path: '/api/v1/admin/clients/{id}/metadata-document/refresh',
  access: 'clients',
  summary:
    'Fetch the metadata document of a client now; VALIDATION_ERROR with the outcome if that fails',
  params: byId,
  response: clientDocument,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})

export const updateClientApproval = define({
  id: 'updateClientApproval',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/approval',
  access: 'clients',
  summary: 'Approve or refuse a client that registered itself',
  params: byId,
  body: z.object({
    approval: storableText().describe(
      '`approved`: the client is enabled. `refused`: it is disabled and kept, so that its next visit does not ask ' +
        'again.',
    ),
    expectedApproval: storableText()
      .nullish()
      .describe(
        'Recommended: the approval as last read; if it has changed since, nothing is saved. Left out: no comparison.',
      ),
    expectedChangedAt: storableText()
      .nullish()
      .describe(
        'Recommended: `changedAt` as last read; if the document has changed since, nothing is saved. Null: it had ' +
          'never changed. Left out: no comparison.',
      ),
  }),
  response: clientRegistration,
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'MANAGE_SCOPE_REQUIRED',
    'NOT_FOUND',
    'CONCURRENT_UPDATE',
  ],
})
