import { z } from 'zod'
import { describedBy } from '../common.ts'
import { define } from '../define.ts'
import { integrationSettings } from '../models/integration-settings.ts'

/**
 * Absent fields keep their values, unlike elsewhere: the area grows with releases, and a script must not switch off
 * fields that it does not know.
 */
const unchanged = 'Left out or null: stays as it is.'

export const getIntegrationSettings = define({
  id: 'getIntegrationSettings',
  method: 'GET',
  path: '/api/v1/admin/settings/integrations',
  access: 'settings',
  summary: 'Read what the server records about refused requests',
  response: integrationSettings,
  errors: [],
})

export const updateIntegrationSettings = define({
  id: 'updateIntegrationSettings',
  method: 'PUT',
  path: '/api/v1/admin/settings/integrations',
  access: 'settings',
  needsManage: true,
  summary: 'Save what the server records about refused requests (needs authserver:manage)',
  body: z.object(
    describedBy(integrationSettings, {
      refusalRecordsEnabled: z.boolean().nullish().describe(unchanged),
      refusalRecordDays: z.int().nullish().describe(`1 to 90. ${unchanged}`),
    }),
  ),
  response: integrationSettings,
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR', 'MANAGE_SCOPE_REQUIRED'],
})
