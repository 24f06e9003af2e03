import { z } from 'zod'
import { byId, pageInfo, paging } from '../common.ts'
import { define } from '../define.ts'
import { sessionDetails } from '../models/sessions.ts'
import { user } from '../models/users.ts'

const maximumSize = 100

/** The fields of a session's owner that an administrator of clients may see. */
const sessionOwner = user
  .pick({ id: true, email: true, givenName: true, middleName: true, familyName: true })
  .meta({ id: 'SessionOwner' })

export const getClientSessions = define({
  id: 'getClientSessions',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/sessions',
  access: 'clients',
  summary: 'List the live sign-on sessions that a client is part of',
  params: byId,
  // Unlike in other lists, a size above the maximum is reduced to the maximum.
  query: z.object(paging(50, maximumSize, maximumSize)),
  response: z.object({
    sessions: z.array(sessionDetails),
    users: z.array(sessionOwner).describe('Each owner of these sessions once.'),
    ...pageInfo,
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
