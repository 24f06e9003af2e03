import { z } from 'zod'

const time = (what: string) => z.string().nullable().describe(`${what} (RFC 3339).`)

export const approvals = ['approved', 'pending', 'refused'] as const

/** How a client came that registered itself. */
export const clientRegistration = z
  .object({
    kind: z
      .enum(['dynamic', 'metadata_document'])
      .describe(
        '`dynamic`: by `/connect/register`; `metadata_document`: by the address in its ID.',
      ),
    approval: z
      .enum(approvals)
      .describe('`pending`: it waits for an administrator, and is disabled until then.'),
    decidedAt: time('When an administrator decided; null if none did'),
    createdAt: z.string().describe('When it came (RFC 3339).'),
    ipAddress: z.string().describe('The address of the first request; empty if unknown.'),
    userAgent: z.string().describe('The `User-Agent` of the first request; empty if unknown.'),
    lastUsedAt: time('When it last got tokens; null if never'),
    host: z.string().describe('The host of the document; empty without one.'),
    trusted: z.boolean().describe('Whether the host is trusted now.'),
    fetchedAt: time('When the document was last read'),
    freshUntil: time('Until when it is used without being read again'),
    changedAt: time('When it last changed; null if never'),
    lastFailure: z
      .string()
      .describe(
        'Why the last reading failed: an outcome of the connection such as `timeout`, `http_` and a status, or ' +
          '`document_` and what is wrong with it. Empty after a good one.',
      ),
  })
  .meta({ id: 'ClientRegistration' })

/** The same with the document itself. */
export const clientDocument = clientRegistration
  .extend({
    document: z.string().describe('The document as JSON; empty for a client without one.'),
  })
  .meta({ id: 'ClientDocument' })
