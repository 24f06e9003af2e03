import { z } from 'zod'
import { recordFields, timestamp } from '../common.ts'

export const keyState = z
  .enum(['next', 'current', 'previous'])
  .describe(
    'The current key signs, the next one does after the next rotation, the previous one only verifies.',
  )

/** The key id in tokens and key sets. */
export const keyIdentifier = z.string().describe('The `kid`.')

/** Counting of the tokens of a key stops here: a count at the limit means "at least". */
export const dependentLimit = 100_000

const dependents = z
  .object({
    refreshTokens: z.int().describe(`Counting stops at ${dependentLimit}.`),
    users: z.int().describe('The people who hold them.'),
    until: timestamp.nullable().describe('When the last of them expires; null without any.'),
  })
  .describe('Refresh tokens still in use that the key signed: they end when the key is deleted.')

/** A signing key without its private half. */
export const signingKey = z
  .object({
    id: recordFields.id,
    createdAt: recordFields.createdAt,
    state: keyState,
    keyIdentifier,
    type: z.string().describe('Always `RSA`.'),
    algorithm: z.string().describe('Always `RS256`.'),
    signingSince: timestamp
      .nullable()
      .describe('When it became the current key; null for the next key, and when unknown.'),
    signedUntil: timestamp
      .nullable()
      .describe('When another key took its place; null for the other states.'),
    dependents: dependents.nullable().describe('Of the previous key; null for the other states.'),
    publicKeyASN1DER: z.string().describe('SubjectPublicKeyInfo in base64.'),
    publicKeyPEM: z.string().describe('SubjectPublicKeyInfo in PEM.'),
    publicKeyJWK: z.string().describe('The JWK as JSON text.'),
  })
  .meta({ id: 'SigningKey' })
