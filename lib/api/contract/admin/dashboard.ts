import { z } from 'zod'
import { define } from '../define.ts'
import { dashboard } from '../models/dashboard.ts'
import { signInFigures } from '../models/sign-in-figures.ts'

export const getDashboard = define({
  id: 'getDashboard',
  method: 'GET',
  path: '/api/v1/admin/dashboard',
  access: 'any',
  summary: 'Read how the server stands: the parts that the scopes open',
  response: dashboard,
  errors: [],
})

export const getSignInFigures = define({
  id: 'getSignInFigures',
  method: 'GET',
  path: '/api/v1/admin/dashboard/sign-ins',
  access: 'settings',
  summary: 'Count sign-ins and refusals by hour, by application and by reason',
  query: z.object({
    range: z
      .enum(['24h', '7d', '30d'])
      .optional()
      .catch(undefined)
      .meta({ type: 'string', enum: ['24h', '7d', '30d'], description: 'Default: `7d`.' }),
  }),
  response: z.object({ figures: signInFigures }),
  errors: [],
})
