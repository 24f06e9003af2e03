'use server'

import { pageTexts } from '../../../_components/texts.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { numberOfField } from '../../../_console/form-values.ts'
import { keepChanges } from '../../../_console/keep-changes.ts'
import { submit } from '../../../_console/submit.ts'
import { isOn } from '../_parts/switches.ts'
import { auditLogValues } from './values.ts'

/** Saves the destinations of audit events and their retention. */
export async function saveAuditLogSettings(
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await pageTexts()
  return submit(form, { done: t('console.saved') }, async (api) => {
    const kept = await keepChanges(form, auditLogValues(await api.getAuditLogSettings()))
    await api.updateAuditLogSettings({
      body: {
        auditLogsInConsoleEnabled: isOn(kept, 'auditLogsInConsoleEnabled'),
        auditLogsInDatabaseEnabled: isOn(kept, 'auditLogsInDatabaseEnabled'),
        auditLogRetentionDays: numberOfField(kept, 'auditLogRetentionDays'),
      },
    })
  })
}
