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
    const idsOf = (names: readonly FormDataEntryValue[]) =>
      roles.flatMap(({ permission }) =>
        names.includes(permission) ? (offered.get(permission) ?? []) : [],
      )
    const ids = idsOf(wanted)
    const rest = held.filter(({ id: one }) => ![...offered.values()].includes(one))
    const others = rest.map((one) => one.id)
    if (ids.length === 0 && rest.length === held.length) {
      throw new FormRefusal('', t('access.administrators.choose_role'))
    }
    await api.updateUserPermissions({
      params,
      body: {
        permissionIds: [...others, ...ids],
        // A role that someone else took meanwhile must not come back.
        expectedPermissionIds: [...others, ...idsOf(form.getAll('held'))],
      },
    })
    return { done: 'saved' }
  },
  (t, settings) => {
    const refusals = userRefusals()(t, settings)
    const CONCURRENT_UPDATE = t('lists.bulk.changed_since')
    return {
      ...refusals,
      texts: { ...refusals.texts, CONCURRENT_UPDATE },
      stale: ['CONCURRENT_UPDATE'],
    }
  },
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
