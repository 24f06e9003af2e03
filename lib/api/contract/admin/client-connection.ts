import { z } from 'zod'
import { byId } from '../common.ts'
import { define } from '../define.ts'
import { moment } from '../list-parameters.ts'
import { clientConnection } from '../models/client-connections.ts'

export const getClientConnection = define({
  id: 'getClientConnection',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/connection',
  access: 'clients',
  summary: 'Read how far an application is connected, and when its redirect URIs were last used',
  params: byId,
  query: z.object({
    since: moment('Refusals before this moment do not count. Default: 15 minutes ago.').catch(
      undefined,
    ),
  }),
  response: z.object({ connection: clientConnection }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
