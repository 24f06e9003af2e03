import { z } from 'zod'

/** A country with one of its calling codes (wire contract §2.8). */
export const phoneCountry = z
  .object({
    uniqueId: z.string().describe('ISO 3166-1 alpha-3, `_` and an index, such as `USA_0`.'),
    alpha2: z.string(),
    emoji: z.string(),
    callingCode: z.string().describe('With `+`.'),
    name: z.string().describe('Flag, English name and calling code.'),
  })
  .meta({ id: 'PhoneCountry' })
