import { z } from 'zod'
import { success } from '../common.ts'
import { define } from '../define.ts'
import { sessionDetails } from '../models/sessions.ts'
import { byOwnId } from './common.ts'

export const listOwnSessions = define({
  id: 'listOwnSessions',
  method: 'GET',
  path: '/api/v1/account/sessions',
  access: 'account',
  summary: 'List one’s own live sessions, the last used one first',
  response: z.object({ sessions: z.array(sessionDetails) }),
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
