import { define } from '../define.ts'
import { dashboard } from '../models/dashboard.ts'

export const getDashboard = define({
  id: 'getDashboard',
  method: 'GET',
  path: '/api/v1/admin/dashboard',
  access: 'any',
  summary: 'Read how the server stands: the parts that the scopes open',
  response: dashboard,
  errors: [],
})
