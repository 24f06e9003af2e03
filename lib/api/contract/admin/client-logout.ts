import { z } from 'zod'
import { byId, describedBy, pageInfo, paging, text } from '../common.ts'
import { define } from '../define.ts'
import { clientLogout, logoutNotification } from '../models/client-logout.ts'

export const getClientLogout = define({
  id: 'getClientLogout',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/logout',
  access: 'clients',
  summary: 'Read where a client is told of sign-outs',
  params: byId,
  response: clientLogout,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const updateClientLogout = define({
  id: 'updateClientLogout',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/logout',
  access: 'clients',
  summary: 'Save where a client is told of sign-outs',
  params: byId,
  body: z.object(
    describedBy(clientLogout, {
      backchannelLogoutUri: text().describe(
        'An https address of at most 2,048 bytes, without user and fragment; http for a confidential client and for ' +
          'loopback addresses. Empty: none; what is not delivered yet is dropped.',
      ),
    }),
  ),
  response: clientLogout,
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'validator.protocol.logout_uri',
    'MANAGE_SCOPE_REQUIRED',
    'NOT_FOUND',
  ],
})

export const listClientLogoutNotifications = define({
  id: 'listClientLogoutNotifications',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/logout-notifications',
  access: 'clients',
  summary: 'List what a client was not told of yet, newest first',
  params: byId,
  query: z.object(paging()),
  response: z.object({ notifications: z.array(logoutNotification), ...pageInfo }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
