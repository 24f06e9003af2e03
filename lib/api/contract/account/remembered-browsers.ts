import { z } from 'zod'
import { success } from '../common.ts'
import { define } from '../define.ts'
import { rememberedBrowser } from '../models/remembered-browsers.ts'
import { byOwnId } from './common.ts'

const path = '/api/v1/account/remembered-browsers'

export const listRememberedBrowsers = define({
  id: 'listRememberedBrowsers',
  method: 'GET',
  path,
  access: 'account',
  summary: 'List the browsers that are not asked for a second factor',
  response: z.object({ browsers: z.array(rememberedBrowser) }),
  errors: [],
})

export const forgetRememberedBrowser = define({
  id: 'forgetRememberedBrowser',
  method: 'DELETE',
  path: `${path}/{id}`,
  access: 'account',
  summary: 'Forget a remembered browser: its next sign-in is asked for the second factor',
  params: byOwnId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const forgetRememberedBrowsers = define({
  id: 'forgetRememberedBrowsers',
  method: 'DELETE',
  path,
  access: 'account',
  summary: 'Forget all remembered browsers; succeeds without one',
  response: success,
  errors: [],
})
