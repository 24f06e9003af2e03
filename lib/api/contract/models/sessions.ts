import { z } from 'zod'
import { recordFields, timestamp } from '../common.ts'

export const session = z
  .object({
    ...recordFields,
    sessionIdentifier: z.string().describe('The `sid` claim.'),
    started: timestamp.nullable().describe('When it began: its longest duration counts from here.'),
    lastAccessed: timestamp
      .nullable()
      .describe('When a sign-in or a refresh last used it: its idle time counts from here.'),
    authTime: timestamp.nullable().describe('When its user last entered a password or a code.'),
    authMethods: z
      .string()
      .describe('The words of `amr`, such as `pwd otp`, with one space between.'),
    acrLevel: z
      .string()
      .describe(
        'Level that was proven: `urn:authserver:level1`, `urn:authserver:level2_optional` ' +
          'or `urn:authserver:level2_mandatory`.',
      ),
    ipAddress: z.string().describe('Addresses seen, separated by commas.'),
    deviceName: z
      .string()
      .describe('Browser, its version and, where it is told, the device’s model; may be empty.'),
    deviceType: z.string().describe('`Desktop`, `Mobile`, `Tablet`, `Bot` or `unknown`.'),
    deviceOS: z.string().describe('Operating system and its version; may be empty.'),
    userAgent: z
      .string()
      .describe('The `User-Agent` of the browser when the session began, cut at 512 characters.'),
    level2AuthConfigHasChanged: z
      .boolean()
      .describe('The next authorization above level 1 repeats the second factor.'),
    userId: z.int().describe('The `id` of the user.'),
  })
  .meta({ id: 'Session' })

export const sessionDetails = session
  .extend({
    isValid: z.boolean().describe('Always true: lists hold live sessions only.'),
    isCurrent: z.boolean().describe('The session of the token that asks.'),
    clientIdentifiers: z
      .array(z.string())
      .describe('Each `client_id` that is part of it, in the order of joining.'),
  })
  .meta({ id: 'SessionDetails' })
