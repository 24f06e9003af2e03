'use server'

import { pageTexts } from '../../../_components/texts.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { numberOfField, submit } from '../../../_console/submit.ts'
import { isOn } from '../_parts/switches.ts'

/** Saves where events go and how long they stay. */
export async function saveAuditLogSettings(
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await pageTexts()
  return submit(form, { done: t('console.saved') }, (api) =>
    api.updateAuditLogSettings({
      body: {
        auditLogsInConsoleEnabled: isOn(form, 'auditLogsInConsoleEnabled'),
        auditLogsInDatabaseEnabled: isOn(form, 'auditLogsInDatabaseEnabled'),
        auditLogRetentionDays: numberOfField(form, 'auditLogRetentionDays'),
      },
    }),
  )
}
