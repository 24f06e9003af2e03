import { z } from 'zod'
import { success } from '../common.ts'
import { define } from '../define.ts'
import { shownApplication } from '../models/applications.ts'
import { sessionDetails } from '../models/sessions.ts'
import { byOwnId } from './common.ts'

const ownSession = sessionDetails
  .extend({
    applications: z
      .array(shownApplication)
      .describe('The clients of `clientIdentifiers` as people see them, in the same order.'),
  })
  .meta({ id: 'OwnSession' })

export const listOwnSessions = define({
  id: 'listOwnSessions',
  method: 'GET',
  path: '/api/v1/account/sessions',
  access: 'account',
  summary: 'List one’s own live sessions, the last used one first',
  response: z.object({ sessions: z.array(ownSession) }),
  errors: [],
})

export const deleteOwnSession = define({
  id: 'deleteOwnSession',
  method: 'DELETE',
  path: '/api/v1/account/sessions/{id}',
  access: 'account',
  summary: 'End one of one’s own sessions with every token that came from it',
  params: byOwnId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'FORBIDDEN'],
})
