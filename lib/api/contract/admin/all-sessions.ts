import { z } from 'zod'
import { id, ids, pageSize, storableText, timestamp } from '../common.ts'
import { define } from '../define.ts'
import { listParts } from '../list-parameters.ts'
import { person } from '../models/access.ts'
import { sessionDetails } from '../models/sessions.ts'

/** Counting stops here. */
const counted = 10_000

const total = z
  .int()
  .describe(`How many sessions the filter holds; ${counted + 1} stands for more than ${counted}.`)

export const listSessions = define({
  id: 'listSessions',
  method: 'GET',
  path: '/api/v1/admin/user-sessions',
  access: 'users',
  summary: 'List the live sessions of all users, the last used one first',
  query: z.object({
    ids: listParts.ids,
    userId: id.optional().describe('Sessions of this user.'),
    clientId: id.optional().describe('Sessions that this client is part of.'),
    ipAddress: storableText().optional().describe('Sessions with this address, as lists show it.'),
    after: z.string().optional().describe('`next` of the previous page.'),
    limit: pageSize(50, 200, 200),
  }),
  response: z.object({
    sessions: z.array(sessionDetails.extend({ user: person })).describe('The last used one first.'),
    next: z.string().nullable().describe('`after` of the next page; null on the last one.'),
    total,
    seenAt: timestamp.describe('The moment of the answer, for `endSessions`.'),
  }),
  errors: ['VALIDATION_ERROR'],
})

const filter = z
  .strictObject({
    userId: z.int().nullish().describe('Sessions of this user.'),
    clientId: z.int().nullish().describe('Sessions that this client is part of.'),
    ipAddress: storableText().nullish().describe('Sessions with this address.'),
  })
  .describe('As in the list; unknown members are refused. Without members: every session.')

export const endSessions = define({
  id: 'endSessions',
  method: 'POST',
  path: '/api/v1/admin/user-sessions/end',
  access: 'users',
  summary: 'End several sessions, or all of a filter, with every token that came from them',
  body: z.object({
    sessionIds: ids().describe(
      'The `id` of every session to end: at most 1,000. Not with `filter`.',
    ),
    filter: filter.nullish(),
    seenTotal: z
      .int()
      .nullish()
      .describe(
        'With `filter`: the `total` that was shown. If there are more now, nothing is done.',
      ),
    seenAt: storableText()
      .nullish()
      .describe('With `filter`: `seenAt` of that list; sessions that began later stay.'),
  }),
  response: z.object({
    ended: z.int().describe('How many were ended.'),
    refused: z
      .array(
        z.object({
          sessionId: z.int().describe('The `id` of the session.'),
          userId: z.int().describe('The `id` of its user, an administrator.'),
        }),
      )
      .describe('Sessions of administrators, which need `authserver:manage`; they go on.'),
  }),
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR', 'CONCURRENT_UPDATE'],
})
