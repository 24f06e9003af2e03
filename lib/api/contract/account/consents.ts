import { z } from 'zod'
import { success, timestamp } from '../common.ts'
import { define } from '../define.ts'
import { shownApplication } from '../models/applications.ts'
import { consent } from '../models/consents.ts'
import { byOwnId } from './common.ts'

const ownConsent = consent
  .extend({
    application: shownApplication.describe('The client as people see it.'),
    lastUsedAt: timestamp
      .optional()
      .describe('When the client last got tokens for one; absent when none are left.'),
    permissions: z
      .array(
        z.object({
          scope: z.string().describe('One of `scope`.'),
          description: z.string().describe('As an administrator wrote it; may be empty.'),
        }),
      )
      .describe('The scopes that are permissions; those of OpenID Connect have no description.'),
  })
  .meta({ id: 'OwnConsent' })

export const listOwnConsents = define({
  id: 'listOwnConsents',
  method: 'GET',
  path: '/api/v1/account/consents',
  access: 'account',
  summary: 'List what one approved, client by client',
  response: z.object({ consents: z.array(ownConsent) }),
  errors: [],
})

export const deleteOwnConsent = define({
  id: 'deleteOwnConsent',
  method: 'DELETE',
  path: '/api/v1/account/consents/{id}',
  access: 'account',
  summary: 'Withdraw what one approved for a client',
  params: byOwnId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'FORBIDDEN'],
})
