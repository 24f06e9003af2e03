import { z } from 'zod'
import { timestamp } from '../common.ts'
import { countLimit } from './dashboard.ts'

const refusalReason = z.enum([
  'wrong_password',
  'no_account',
  'wrong_code',
  'account_disabled',
  'too_many_tries',
  'redirect_uri',
])

/** The sign-ins and refusals, from the audit log. */
export const signInFigures = z
  .object({
    hours: z
      .array(
        z.object({
          hour: timestamp.describe('The beginning of the hour.'),
          signIns: z.int().describe('Sessions started, and password grants.'),
          refused: z.int().describe('Refused sign-ins.'),
        }),
      )
      .describe('The oldest first; the last one is not over.'),
    before: z
      .object({
        signIns: z.int().describe('Sessions started, and password grants.'),
        refused: z.int().describe('Refused sign-ins.'),
      })
      .describe('Totals of as many hours before these.'),
    applications: z
      .array(
        z.object({
          clientId: z.int().describe('The `id` of the client.'),
          clientIdentifier: z.string().describe('The `client_id` of the client.'),
          displayName: z.string().describe('Name for people; may be empty.'),
          count: z.int().describe('Codes: sign-ins without a password count too.'),
        }),
      )
      .describe('The five with the most.'),
    reasons: z
      .array(
        z.object({
          reason: refusalReason.describe('The reason.'),
          count: z.int().describe('How many sign-ins were refused for it.'),
        }),
      )
      .describe('Why sign-ins were refused, the most frequent first.'),
    spike: z
      .object({
        hour: timestamp.describe('The beginning of the hour.'),
        refused: z.int().describe('Refused sign-ins in that hour.'),
        usual: z.int().describe('The usual number of that hour of the day.'),
      })
      .nullable()
      .describe(
        'The latest hour of the last day with at least 30 refusals and three times the usual of that hour.',
      ),
    users: z
      .object({
        active: z.int().describe('Users whose last sign-in is within the range.'),
        created: z.int().describe('Users who were created within the range.'),
        createdBefore: z.int().describe('The same for the range before it.'),
      })
      .describe(`Counting stops at ${countLimit}.`),
  })
  .meta({ id: 'SignInFigures' })
