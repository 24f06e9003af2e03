import { z } from 'zod'
import { byId, timestamp } from '../common.ts'
import { define } from '../define.ts'
import { clientConnection } from '../models/client-connections.ts'

export const getClientConnection = define({
  id: 'getClientConnection',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/connection',
  access: 'clients',
  summary: 'Read how far an application is connected, and when its redirect URIs were last used',
  params: byId,
  query: z.object({
    since: timestamp.optional().catch(undefined).meta({
      type: 'string',
      format: 'date-time',
      description: 'Refusals before this moment do not count. Default: 15 minutes ago.',
    }),
  }),
  response: z.object({ connection: clientConnection }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
