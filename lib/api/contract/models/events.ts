import { z } from 'zod'
import { eventCategories, eventOutcomes } from '#lib/answers/event-kinds.ts'
import { recordFields, timestamp } from '../common.ts'

const named = z.object({
  id: z.int(),
  name: z.string().describe('As it is called now; empty when it is gone or you may not read it.'),
})

export const event = z
  .object({
    id: recordFields.id,
    createdAt: timestamp.describe('When it happened.'),
    auditEvent: z.string().describe('Name of the event, one of `auditEventTypes`.'),
    category: z.enum(eventCategories),
    outcome: z.enum(eventOutcomes),
    details: z.record(z.string(), z.unknown()).describe('Plain values, by the event.'),
    requestId: z.string().describe('The `X-Request-Id` of the request; may be empty.'),
    user: named.optional(),
    client: named.optional(),
    group: named.optional(),
    resource: named.optional(),
    actor: z
      .object({ name: z.string(), userId: z.int().optional() })
      .optional()
      .describe('Who acted through an API or the command line.'),
    ipAddress: z.string().describe('Address of the browser; may be empty.'),
    deviceName: z.string().describe('Browser with its version; may be empty.'),
    deviceOS: z.string().describe('Operating system with its version; may be empty.'),
  })
  .meta({ id: 'Event' })
