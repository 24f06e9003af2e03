import { numberOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'
import { auditLogValues } from '#app/admin/settings/audit-logs/values.ts'

/** Saves the destinations of audit events and their retention. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, keepChanges }) => {
    const kept = keepChanges(auditLogValues(await api.getAuditLogSettings()))
    await api.updateAuditLogSettings({
      body: {
        auditLogsInConsoleEnabled: isOn(kept, 'auditLogsInConsoleEnabled'),
        auditLogsInDatabaseEnabled: isOn(kept, 'auditLogsInDatabaseEnabled'),
        auditLogRetentionDays: numberOfField(kept, 'auditLogRetentionDays'),
      },
    })
    return { done: 'saved' }
  },
)
