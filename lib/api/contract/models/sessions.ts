import { z } from 'zod'
import { timestamp } from '../common.ts'

/** A sign-on session (wire contract §2.4). */
export const session = z
  .object({
    id: z.int(),
    createdAt: timestamp.nullable(),
    updatedAt: timestamp.nullable(),
    sessionIdentifier: z.string().describe('The `sid` claim.'),
    started: timestamp.nullable(),
    lastAccessed: timestamp.nullable(),
    authTime: timestamp.nullable(),
    authMethods: z.string().describe('`pwd` or `pwd otp`.'),
    acrLevel: z.string(),
    ipAddress: z.string().describe('Addresses seen, separated by commas.'),
    deviceName: z.string(),
    deviceType: z.string(),
    deviceOS: z.string(),
    userAgent: z.string(),
    level2AuthConfigHasChanged: z
      .boolean()
      .describe('The next authorization above level 1 repeats the second factor.'),
    userId: z.int(),
  })
  .meta({ id: 'Session' })

/** A session in a list. */
export const sessionDetails = session
  .extend({
    isValid: z.boolean(),
    isCurrent: z.boolean().describe('The session of the token that asks.'),
    clientIdentifiers: z.array(z.string()).describe('In the order of joining.'),
  })
  .meta({ id: 'SessionDetails' })
