import { numberOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { sessionValues } from '#app/admin/settings/sessions/values.ts'

/** Saves the lifetimes of sign-on sessions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, keepChanges }) => {
    const kept = keepChanges(sessionValues(await api.getSessionSettings()))
    const number = (name: string) => numberOfField(kept, name)
    await api.updateSessionSettings({
      body: {
        userSessionIdleTimeoutInSeconds: number('userSessionIdleTimeoutInSeconds'),
        userSessionMaxLifetimeInSeconds: number('userSessionMaxLifetimeInSeconds'),
      },
    })
    return { done: 'saved' }
  },
)
