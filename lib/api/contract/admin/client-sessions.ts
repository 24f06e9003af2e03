import { z } from 'zod'
import { byId, pageInfo, paging } from '../common.ts'
import { define } from '../define.ts'
import { sessionDetails } from '../models/sessions.ts'

const defaultSize = 50
const maximumSize = 100

/** Unlike that of other lists, a size above the maximum is cut down to it. */
const size = z
  .string()
  .optional()
  .transform((value) => {
    const number = /^\d+$/.test(value ?? '') ? Number(value) : 0
    return number < 1 ? defaultSize : Math.min(number, maximumSize)
  })
  .meta({ type: 'integer', default: defaultSize })

/** As much of a session's owner as an administrator of clients may see. */
const sessionOwner = z
  .object({
    id: z.int(),
    email: z.string(),
    givenName: z.string(),
    middleName: z.string(),
    familyName: z.string(),
  })
  .meta({ id: 'SessionOwner' })

export const getClientSessions = define({
  id: 'getClientSessions',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/sessions',
  access: 'clients',
  summary: 'List the live sign-on sessions that a client is part of',
  params: byId,
  query: z.object({ page: paging().page, size }),
  response: z.object({
    sessions: z.array(sessionDetails),
    users: z.array(sessionOwner).describe('Each owner once.'),
    ...pageInfo,
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
