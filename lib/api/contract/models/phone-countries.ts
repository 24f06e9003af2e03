import { z } from 'zod'

export const phoneCountry = z
  .object({
    uniqueId: z.string().describe('ISO 3166-1 alpha-3, `_` and an index, such as `USA_0`.'),
    alpha2: z.string().describe('ISO 3166-1 alpha-2, such as `US`.'),
    emoji: z.string().describe('The flag.'),
    callingCode: z.string().describe('Calling code with `+`, such as `+1`.'),
    name: z.string().describe('Flag, English name and calling code.'),
  })
  .meta({ id: 'PhoneCountry' })
