import { numberOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'
import { refusalValues } from '#app/admin/settings/audit-logs/values.ts'

/** Saves whether refused requests are recorded, and for how long. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, keepChanges }) => {
    const kept = keepChanges(refusalValues(await api.getIntegrationSettings()))
    await api.updateIntegrationSettings({
      body: {
        refusalRecordsEnabled: isOn(kept, 'refusalRecordsEnabled'),
        refusalRecordDays: numberOfField(kept, 'refusalRecordDays'),
      },
    })
    return { done: 'saved' }
  },
)
