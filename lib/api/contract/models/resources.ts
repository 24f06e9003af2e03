import { z } from 'zod'

/** A resource that permissions belong to (wire contract §2.3). */
export const resource = z
  .object({
    id: z.int(),
    resourceIdentifier: z.string(),
    description: z.string(),
    isSystemLevelResource: z
      .boolean()
      .meta({ description: 'True for the built-in resource of this server.' }),
  })
  .meta({ id: 'Resource' })
