import { z } from 'zod'
import { pageSize } from '../common.ts'
import { define } from '../define.ts'

const id = z.int().describe('The `id` of the record.')

export const searchRecords = define({
  id: 'searchRecords',
  method: 'GET',
  path: '/api/v1/admin/search',
  access: 'any',
  summary: 'Search the records of every kind that the token may read, the best matches first',
  query: z.object({
    query: z
      .string()
      .max(200)
      .optional()
      .transform((value) => value ?? '')
      .meta({
        type: 'string',
        description:
          'Words; each must be a part of a name, an identifier, an email or a description, in any order, without case and accents. Empty finds nothing.',
      }),
    limit: pageSize(5, 20, 20),
  }),
  response: z.object({
    users: z
      .array(
        z.object({
          id,
          subject: z.uuid().describe('The `sub` claim.'),
          name: z.string().describe('The full name; may be empty.'),
          email: z.string().describe('The email.'),
          givenName: z.string().describe('May be empty.'),
          familyName: z.string().describe('May be empty.'),
          enabled: z.boolean().describe('Whether the user may sign in.'),
          twoFactor: z.boolean().describe('Whether two-factor authentication is on.'),
        }),
      )
      .describe('Empty unless users may be read.'),
    clients: z
      .array(
        z.object({
          id,
          clientIdentifier: z.string().describe('The `client_id`.'),
          displayName: z.string().describe('May be empty.'),
          selfRegistered: z
            .boolean()
            .describe('Whether it registered itself: nobody checked its name.'),
        }),
      )
      .describe('Empty unless clients may be read.'),
    groups: z
      .array(
        z.object({
          id,
          groupIdentifier: z.string().describe('The identifier.'),
          description: z.string().describe('May be empty.'),
        }),
      )
      .describe('Empty unless users may be read.'),
    resources: z
      .array(
        z.object({
          id,
          resourceIdentifier: z.string().describe('The identifier.'),
          description: z.string().describe('May be empty.'),
        }),
      )
      .describe('Empty unless settings may be read.'),
    permissions: z
      .array(
        z.object({
          id,
          resourceId: z.int().describe('The `id` of its resource.'),
          scope: z.string().describe('The scope `resource:permission`.'),
          description: z.string().describe('May be empty.'),
        }),
      )
      .describe('Empty unless settings may be read.'),
  }),
  errors: ['VALIDATION_ERROR'],
})
