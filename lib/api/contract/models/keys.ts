import { z } from 'zod'
import { timestamp } from '../common.ts'

/** A signing key; its private half is never part of it. */
export const signingKey = z
  .object({
    id: z.int(),
    createdAt: timestamp.nullable(),
    state: z.enum(['next', 'current', 'previous']),
    keyIdentifier: z.string().describe('The `kid`.'),
    type: z.string(),
    algorithm: z.string(),
    publicKeyASN1DER: z.string().describe('SubjectPublicKeyInfo in base64.'),
    publicKeyPEM: z.string(),
    publicKeyJWK: z.string().describe('The JWK as JSON text.'),
  })
  .meta({ id: 'SigningKey' })
