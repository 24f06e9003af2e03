import { permissionChoices } from '#app/_ui/form/permission-choice.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Reads the permissions of a resource, for the picker, which requests them when a resource is chosen. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, t }) => {
    const { permissions } = await api.listResourcePermissions({ params: { id: id() } })
    return { message: '', shown: permissionChoices(t, permissions) }
  },
)
