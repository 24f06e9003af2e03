import { z } from 'zod'
import { recordFields, timestamp } from '../common.ts'

export const consent = z
  .object({
    ...recordFields,
    grantedAt: timestamp.nullable().describe('When the user last answered the consent page.'),
    clientId: z.int().describe('The `id` of the client.'),
    userId: z.int().describe('The `id` of the user.'),
    scope: z.string().describe('Scopes separated by one space.'),
    clientIdentifier: z.string().describe('The `client_id` of the client.'),
    clientDescription: z.string().describe('The `description` of the client; may be empty.'),
  })
  .meta({ id: 'Consent' })
