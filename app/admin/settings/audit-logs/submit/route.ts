import { textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'
import { auditLogSchema, retentionDays } from '#app/admin/settings/audit-logs/schema.ts'
import { auditLogValues } from '#app/admin/settings/audit-logs/values.ts'

/** Saves the destinations of audit events and their retention. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, t, check, keepChanges }) => {
    const kept = keepChanges(auditLogValues(await api.getAuditLogSettings()))
    const sent = check(auditLogSchema(t('settings.range', retentionDays)), {
      auditLogsInConsoleEnabled: isOn(kept, 'auditLogsInConsoleEnabled'),
      auditLogsInDatabaseEnabled: isOn(kept, 'auditLogsInDatabaseEnabled'),
      auditLogRetentionDays: textOfField(kept, 'auditLogRetentionDays'),
    })
    await api.updateAuditLogSettings({
      body: { ...sent, auditLogRetentionDays: Number(sent.auditLogRetentionDays) },
    })
    return { done: 'saved' }
  },
)
