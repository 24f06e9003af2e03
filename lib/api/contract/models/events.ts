import { z } from 'zod'
import { eventCategories, eventOutcomes } from '#lib/answers/event-kinds.ts'
import { recordFields, timestamp } from '../common.ts'

const deleted = z.literal(true).optional()

const named = z.object({
  id: z.int().describe('The `id` of the record, also once that is gone.'),
  name: z
    .string()
    .describe(
      'As it is called now, or was when it was deleted; empty when you may not read it, or when its deletion is no longer in the log.',
    ),
  deleted: deleted.describe('`true` when the record was deleted; otherwise absent.'),
})

export const event = z
  .object({
    id: recordFields.id,
    createdAt: timestamp.describe('When it happened.'),
    auditEvent: z.string().describe('Name of the event, one of `auditEventTypes`.'),
    category: z.enum(eventCategories).describe('What the event is about.'),
    outcome: z.enum(eventOutcomes).describe('Whether it was done, or refused.'),
    details: z.record(z.string(), z.unknown()).describe('Plain values, by the event.'),
    requestId: z.string().describe('The `X-Request-Id` of the request; may be empty.'),
    user: named.optional().describe('The user whom it is about.'),
    client: named.optional().describe('The client that it is about.'),
    group: named.optional().describe('The group that it is about.'),
    resource: named.optional().describe('The resource that it is about.'),
    actor: z
      .object({
        name: z
          .string()
          .describe('Name of the user; else the subject, `client_id` or command that acted.'),
        userId: z.int().optional().describe('The `id` of the user; absent unless you may read it.'),
        deleted: deleted.describe('`true` when the user was deleted; otherwise absent.'),
      })
      .optional()
      .describe('Who acted through an API or the command line.'),
    ipAddress: z.string().describe('Address of the browser; may be empty.'),
    deviceName: z.string().describe('Browser with its version; may be empty.'),
    deviceOS: z.string().describe('Operating system with its version; may be empty.'),
  })
  .meta({ id: 'Event' })
