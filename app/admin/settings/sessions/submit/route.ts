import { textsOfFields } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { lifetimeProblems } from '#app/admin/settings/_parts/lifetime-rules.ts'
import { idle, lifetime, sessionSchema } from '#app/admin/settings/sessions/schema.ts'
import { sessionValues } from '#app/admin/settings/sessions/values.ts'

/** Saves the lifetimes of sign-on sessions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, t, language, check, keepChanges }) => {
    const kept = keepChanges(sessionValues(await api.getSessionSettings()))
    const schema = sessionSchema(lifetimeProblems(t, language))
    const sent = check(schema, textsOfFields(kept, [idle, lifetime]))
    await api.updateSessionSettings({
      body: { [idle]: Number(sent[idle]), [lifetime]: Number(sent[lifetime]) },
    })
    return { done: 'saved' }
  },
)
