import { FormRefusal } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { roles } from '#app/admin/administrators/_parts/roles.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'

/** Saves the roles of a person; all other permissions stay as they are. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form, t }) => {
    const params = { id: id() }
    const wanted = form.getAll('roles')
    const [{ permissions: held }, offered] = await Promise.all([
      api.getUserPermissions({ params }),
      administrativePermissions(api),
    ])
    const ids = roles.flatMap(({ permission }) =>
      wanted.includes(permission) ? (offered.get(permission) ?? []) : [],
    )
    const rest = held.filter(({ id: one }) => ![...offered.values()].includes(one))
    if (ids.length === 0 && rest.length === held.length) {
      throw new FormRefusal('', t('access.administrators.choose_role'))
    }
    await api.updateUserPermissions({
      params,
      body: {
        permissionIds: [...rest.map((one) => one.id), ...ids],
        expectedPermissionIds: held.map((one) => one.id),
      },
    })
    return { done: 'saved' }
  },
  userRefusals(),
)

type Api = Parameters<Parameters<typeof submitRoute>[0]>[0]['api']

/** The ids of the permissions that give roles, by their identifiers. */
async function administrativePermissions(api: Api): Promise<ReadonlyMap<string, number>> {
  const query = { query: 'authserver:', size: 200 }
  const { permissions } = await api.searchPermissions({ query })
  const names = new Set(roles.map(({ permission }) => permission))
  return new Map(
    permissions
      .filter((one) => one.administrative && names.has(one.permissionIdentifier))
      .map((one) => [one.permissionIdentifier, one.id]),
  )
}
