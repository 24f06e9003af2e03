import { z } from 'zod'
import { recordFields, timestamp } from '../common.ts'

export const clientLogout = z
  .object({
    backchannelLogoutUri: z
      .string()
      .describe(
        'Address that is told when a session ends in which the client was signed in (OpenID Connect Back-Channel ' +
          'Logout 1.0); empty for none.',
      ),
  })
  .meta({ id: 'ClientLogout' })

export const logoutNotification = z
  .object({
    id: recordFields.id,
    createdAt: timestamp.describe('When the session ended.'),
    state: z.enum(['pending', 'failed']).describe('Delivered ones are not kept.'),
    attempts: z.int().describe('Attempts so far.'),
    nextAttemptAt: timestamp.describe(
      'When it is tried next; of a failed one, when it was given up.',
    ),
    giveUpAt: timestamp.describe('When it is given up at the latest.'),
    lastOutcome: z
      .string()
      .describe(
        '`answered`, or why not: `refused_address`, `name_not_found`, `connect_failed`, `tls_failed`, `timeout`, ' +
          '`too_large`, `protocol_error`. Empty before the first attempt.',
      ),
    lastStatus: z.int().describe('HTTP status of the last answer; 0 without one.'),
    subject: z.string().describe('The `sub` of the user.'),
  })
  .meta({ id: 'LogoutNotification' })
