import { z } from 'zod'
import { define } from '../define.ts'
import { phoneCountry } from '../models/phone-countries.ts'

export const listPhoneCountries = define({
  id: 'listPhoneCountries',
  method: 'GET',
  path: '/api/v1/admin/phone-countries',
  access: 'any',
  summary: 'List countries with their calling codes',
  response: z.object({ phoneCountries: z.array(phoneCountry) }),
  errors: [],
})
