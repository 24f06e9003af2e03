import { z } from 'zod'
import { timestamp } from '../common.ts'

/** What a user approved for a client (wire contract §2.5). */
export const consent = z
  .object({
    id: z.int(),
    createdAt: timestamp.nullable(),
    updatedAt: timestamp.nullable(),
    grantedAt: timestamp.nullable(),
    clientId: z.int(),
    userId: z.int(),
    scope: z.string().describe('Scopes separated by one space.'),
    clientIdentifier: z.string(),
    clientDescription: z.string(),
  })
  .meta({ id: 'Consent' })
