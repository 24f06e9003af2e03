import { z } from 'zod'
import { recordFields } from '../common.ts'

export const keyState = z
  .enum(['next', 'current', 'previous'])
  .describe(
    'The current key signs, the next one does after the next rotation, the previous one only verifies.',
  )

/** The key id in tokens and key sets. */
export const keyIdentifier = z.string().describe('The `kid`.')

/** A signing key without its private half. */
export const signingKey = z
  .object({
    id: recordFields.id,
    createdAt: recordFields.createdAt,
    state: keyState,
    keyIdentifier,
    type: z.string().describe('Always `RSA`.'),
    algorithm: z.string().describe('Always `RS256`.'),
    publicKeyASN1DER: z.string().describe('SubjectPublicKeyInfo in base64.'),
    publicKeyPEM: z.string().describe('SubjectPublicKeyInfo in PEM.'),
    publicKeyJWK: z.string().describe('The JWK as JSON text.'),
  })
  .meta({ id: 'SigningKey' })
