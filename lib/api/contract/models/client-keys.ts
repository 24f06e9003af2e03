import { z } from 'zod'

export const clientKeys = z
  .object({
    tokenEndpointAuthMethod: z
      .enum(['client_secret', 'private_key_jwt'])
      .describe(
        'How the client authenticates: `client_secret`, as at first, or `private_key_jwt`, by assertions that it signs ' +
          'with a key of its own (RFC 7523). Without meaning for a public client, unless its metadata document names ' +
          'keys: then it may authenticate.',
      ),
    jwks: z
      .object({
        keys: z.array(z.record(z.string(), z.unknown())).describe('Public keys (RFC 7517).'),
      })
      .nullable()
      .describe('The public keys of the client; null for none.'),
    jwksUri: z
      .string()
      .describe(
        'Address at which the client serves its public keys; empty for none. They are kept for five minutes to a ' +
          'day, as the answer says, and read again for a signature that none of them verifies.',
      ),
  })
  .meta({ id: 'ClientKeys' })

export const fetchedKeys = z
  .object({
    kids: z
      .array(z.string())
      .describe('The `kid` of each key that is used; empty for one without.'),
    leftOutKids: z
      .array(z.string())
      .describe(
        'The `kid` of each entry that cannot be used: another kind, too short, or private.',
      ),
  })
  .meta({ id: 'FetchedClientKeys' })
