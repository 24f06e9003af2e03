import { z } from 'zod'
import { timestamp } from '../common.ts'

const refusalReason = z.enum([
  'wrong_password',
  'no_account',
  'wrong_code',
  'account_disabled',
  'too_many_tries',
  'redirect_uri',
])

/** What happened at sign-ins, from the audit log. */
export const signInFigures = z
  .object({
    hours: z
      .array(
        z.object({
          hour: timestamp.describe('The beginning of the hour.'),
          signIns: z.int().describe('Sessions started, and password grants.'),
          refused: z.int(),
        }),
      )
      .describe('The oldest first; the last one is not over.'),
    before: z
      .object({ signIns: z.int(), refused: z.int() })
      .describe('Totals of as many hours before these.'),
    applications: z
      .array(
        z.object({
          clientId: z.int(),
          clientIdentifier: z.string(),
          displayName: z.string(),
          count: z.int().describe('Codes: sign-ins without a password count too.'),
        }),
      )
      .describe('The five with the most.'),
    reasons: z
      .array(z.object({ reason: refusalReason, count: z.int() }))
      .describe('Why sign-ins were refused, the most frequent first.'),
    spike: z
      .object({ hour: timestamp, refused: z.int(), usual: z.int() })
      .nullable()
      .describe(
        'The latest hour of the last day with at least 30 refusals and three times the usual of that hour.',
      ),
  })
  .meta({ id: 'SignInFigures' })
