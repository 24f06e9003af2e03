import { z } from 'zod'
import { timestamp } from '../common.ts'

export const rememberedBrowser = z
  .object({
    id: z.int().describe('Names it at the other operations.'),
    deviceName: z.string().describe('Browser and version; may be empty.'),
    deviceOS: z.string().describe('Operating system; may be empty.'),
    ipAddress: z.string().describe('Where it was last used.'),
    lastSeenAt: timestamp.describe('When it last signed in.'),
    rememberedUntil: timestamp.describe('Until when it is not asked for a second factor.'),
  })
  .meta({ id: 'RememberedBrowser' })
