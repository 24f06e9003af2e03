import { textsOfFields } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { brandingProblems } from '#app/admin/settings/branding/problems.ts'
import { brandingSchema } from '#app/admin/settings/branding/schema.ts'
import { brandingValues, supportUrlOf } from '#app/admin/settings/branding/values.ts'
import { brandingFields } from '#lib/domain/branding/branding.ts'

/** Saves colors, corners, links and footer; the refresh shows them on this page too. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, check, keepChanges, t }) => {
    const kept = keepChanges(brandingValues(await api.getBrandingSettings()))
    const sent = check(brandingSchema(brandingProblems(t)), textsOfFields(kept, brandingFields))
    await api.updateBrandingSettings({
      body: { ...sent, supportUrl: supportUrlOf(sent.supportUrl) },
    })
    return { done: 'saved' }
  },
)
