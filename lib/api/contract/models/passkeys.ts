import { z } from 'zod'

export const passkey = z
  .object({
    id: z.int().describe('Names it at the other operations.'),
    name: z.string().describe('As its owner or the program named it.'),
    createdAt: z.iso.datetime().describe('When it was made.'),
    lastUsedAt: z.iso.datetime().nullable().describe('When it was last used; null: never.'),
    synced: z.boolean().describe('Whether a password manager keeps it on several devices.'),
    relyingPartyId: z.string().describe('The domain that it was made for.'),
    usable: z.boolean().describe('Whether that is the domain in use.'),
  })
  .meta({ id: 'Passkey' })
