import { z } from 'zod'
import { eventCategories, eventOutcomes } from '#lib/answers/event-kinds.ts'
import { byId, pageSize, positiveId } from '../common.ts'
import { define, streamedFile } from '../define.ts'
import { moment } from '../list-parameters.ts'
import { event } from '../models/events.ts'

const after = z
  .string()
  .max(40)
  .optional()
  .describe('The `next` of the answer before; anything else starts with the newest.')

const filter = {
  auditEvent: z.string().max(100).optional().describe('Only entries of this event.'),
  category: z
    .enum([...eventCategories, 'all'])
    .optional()
    .describe('Only of this category; absent: all but tokens.'),
  outcome: z.enum(eventOutcomes).optional().describe('Only with this outcome.'),
  userId: positiveId('Only about this user.').optional(),
  clientId: positiveId('Only about this client.').optional(),
  groupId: positiveId('Only about this group.').optional(),
  resourceId: positiveId('Only about this resource.').optional(),
  actor: z
    .string()
    .max(200)
    .optional()
    .describe('Subject of the user, or identifier of the client, that acted.'),
  ipAddress: z.string().max(100).optional().describe('Only from this address.'),
  requestId: z.string().max(200).optional().describe('Only of this request.'),
  from: moment('Not before this moment.'),
  to: moment('Before this moment.'),
}

const page = z.object({
  events: z.array(event),
  next: z.string().optional().describe('Where the list goes on; absent at its end.'),
})

export const listEvents = define({
  id: 'listEvents',
  method: 'GET',
  path: '/api/v1/admin/events',
  access: 'settings',
  summary: 'List what happened, the newest first',
  query: z.object({ ...filter, after, limit: pageSize(50, 100, 100) }),
  response: page,
  errors: ['VALIDATION_ERROR'],
})

export const exportEvents = define({
  id: 'exportEvents',
  method: 'GET',
  path: '/api/v1/admin/events/export',
  access: 'settings',
  summary: 'Download what happened, the newest first, as CSV or as one JSON object a line',
  query: z.object({
    ...filter,
    format: z
      .enum(['csv', 'ndjson'])
      .optional()
      .describe('`csv` when absent. A line of `ndjson` is an entry of `listEvents`.'),
  }),
  files: ['text/csv', 'application/x-ndjson'],
  response: streamedFile,
  errors: ['VALIDATION_ERROR', 'activity.export_too_large'],
})

export const getEvent = define({
  id: 'getEvent',
  method: 'GET',
  path: '/api/v1/admin/events/{id}',
  access: 'settings',
  summary: 'Read one entry with the others of its request',
  params: byId,
  response: z.object({ event, ofRequest: z.array(event) }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
})

const history = { after, limit: pageSize(50, 100, 100) }

export const getUserHistory = define({
  id: 'getUserHistory',
  method: 'GET',
  path: '/api/v1/admin/users/{id}/history',
  access: 'users',
  summary: 'List what happened to a user, the newest first',
  params: byId,
  query: z.object(history),
  response: page,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
})

export const getClientHistory = define({
  id: 'getClientHistory',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/history',
  access: 'clients',
  summary: 'List what happened to a client, the newest first',
  params: byId,
  query: z.object(history),
  response: page,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
})

export const getGroupHistory = define({
  id: 'getGroupHistory',
  method: 'GET',
  path: '/api/v1/admin/groups/{id}/history',
  access: 'users',
  summary: 'List what happened to a group, the newest first',
  params: byId,
  query: z.object(history),
  response: page,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
})
