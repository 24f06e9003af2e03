import { z } from 'zod'
import { personalEvents } from '#lib/answers/personal-events.ts'
import { recordFields, timestamp } from '../common.ts'
import { shownApplication } from './applications.ts'

export const activityEntry = z
  .object({
    id: recordFields.id,
    createdAt: timestamp.describe('When it happened.'),
    event: z.enum(personalEvents).describe('Name of the event, as in the audit log.'),
    actor: z
      .enum(['you', 'administrator', 'someone', 'system'])
      .describe(
        'Who did it. Administrators are never named; `someone` did not prove who they are.',
      ),
    application: shownApplication
      .optional()
      .describe('The client it is about, if it still exists.'),
    permission: z
      .object({
        scope: z.string().describe('As in tokens: `resource:permission`.'),
        description: z.string().describe('May be empty.'),
      })
      .optional()
      .describe('The permission that was granted or removed, if it still exists.'),
    group: z
      .object({
        groupIdentifier: z.string().describe('Unique name of the group.'),
        description: z.string().describe('May be empty.'),
      })
      .optional()
      .describe('The group, if it still exists.'),
    authMethods: z
      .string()
      .optional()
      .describe('Of a sign-in: the words of `amr`, such as `pwd otp`, with one space between.'),
    enabled: z
      .boolean()
      .optional()
      .describe('Of `updated_user_details`: whether the account was turned on.'),
    count: z.int().optional().describe('The number of events that this entry stands for.'),
    ipAddress: z
      .string()
      .describe('Address of the browser; empty when unknown, as for a request to an API.'),
    deviceName: z.string().describe('Browser with its version; may be empty.'),
    deviceType: z.string().describe('`Desktop`, `Mobile`, `Tablet`, `Bot` or `unknown`.'),
    deviceOS: z.string().describe('Operating system with its version; may be empty.'),
  })
  .meta({ id: 'ActivityEntry' })
