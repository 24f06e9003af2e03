import { z } from 'zod'
import { byId, describedBy, success } from '../common.ts'
import { define } from '../define.ts'
import { session, sessionDetails } from '../models/sessions.ts'

const bySessionIdentifier = z.object({
  sessionIdentifier: z.string().describe('The `sid` of the session’s tokens.'),
})

export const listUserSessions = define({
  id: 'listUserSessions',
  method: 'GET',
  path: '/api/v1/admin/users/{id}/sessions',
  access: 'users',
  summary: 'List the live sessions of a user, the last used one first',
  params: byId,
  response: z.object({ sessions: z.array(sessionDetails) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const getUserSession = define({
  id: 'getUserSession',
  method: 'GET',
  path: '/api/v1/admin/user-sessions/{sessionIdentifier}',
  access: 'users',
  summary: 'Read a session, live or not',
  params: bySessionIdentifier,
  response: z.object({ session }),
  errors: ['NOT_FOUND'],
})

export const updateUserSession = define({
  id: 'updateUserSession',
  method: 'PUT',
  path: '/api/v1/admin/user-sessions/{sessionIdentifier}',
  access: 'users',
  summary: 'Make a session repeat its second factor, or not',
  params: bySessionIdentifier,
  body: z.object(
    describedBy(session, {
      level2AuthConfigHasChanged: z
        .boolean()
        .nullish()
        .describe(
          'Absent or null changes nothing. False does not bring back the code of an authenticator that is gone.',
        ),
    }),
  ),
  response: z.object({ session }),
  errors: ['INVALID_REQUEST_BODY', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})

export const deleteUserSession = define({
  id: 'deleteUserSession',
  method: 'DELETE',
  path: '/api/v1/admin/user-sessions/{id}',
  access: 'users',
  summary: 'End a session with every token that came from it',
  params: byId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})
