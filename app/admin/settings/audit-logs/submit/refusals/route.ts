import { textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'
import { refusalDays, refusalSchema } from '#app/admin/settings/audit-logs/schema.ts'
import { refusalValues } from '#app/admin/settings/audit-logs/values.ts'

/** Saves whether refused requests are recorded, and for how long. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, t, check, keepChanges }) => {
    const kept = keepChanges(refusalValues(await api.getIntegrationSettings()))
    const sent = check(refusalSchema(t('settings.range', refusalDays)), {
      refusalRecordsEnabled: isOn(kept, 'refusalRecordsEnabled'),
      refusalRecordDays: textOfField(kept, 'refusalRecordDays'),
    })
    await api.updateIntegrationSettings({
      body: { ...sent, refusalRecordDays: Number(sent.refusalRecordDays) },
    })
    return { done: 'saved' }
  },
)
