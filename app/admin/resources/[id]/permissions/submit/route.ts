import { FormRefusal } from '#app/_ui/form/form-values.ts'
import { rowsAsRead, rowsOfList } from '#app/_ui/form/list-values.ts'
import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { recordFields } from '#app/_ui/form/record-schema.ts'
import { saveList } from '#app/_ui/form/save-list.ts'
import { submitRoute, type Texts } from '#app/_ui/form/submit-route.ts'

const shown = ['permissionIdentifier', 'description'] as const

/** Saves the edited list of a resource's permissions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, form, t }) => {
    const rows = rowsOfList(form, 'permissions', shown)
    checkRows(rows, t)
    const params = { id: id() }
    // Without a readable list, this saves only if the resource has no permission yet.
    const read = (rowsAsRead(form, 'permissions') ?? [])
      .filter(({ id }) => id)
      .map(({ id, permissionIdentifier = '', description = '' }) => ({
        id: Number(id),
        permissionIdentifier,
        description,
      }))
    const body = {
      permissions: rows.map(({ id, permissionIdentifier, description }) => ({
        id: Number(id) || null,
        permissionIdentifier,
        description,
      })),
      expectedPermissions: read,
    }
    await saveList(
      t,
      () => api.updateResourcePermissions({ params, body }),
      async () => {
        const { permissions } = await api.listResourcePermissions({ params })
        return { read: read.map(textOf), mine: rows.map(textOf), now: permissions.map(textOf) }
      },
    )
    return { done: 'saved' }
  },
  recordRefusals,
)

interface PermissionRow {
  readonly permissionIdentifier: string
  readonly description: string
}

/** Refuses the first invalid row by name, which the API's message would not mention. */
function checkRows(rows: readonly PermissionRow[], t: Texts): void {
  const rules = recordFields((key) => t(`console.record.${key}`))
  const names = rows.map(({ permissionIdentifier }) => permissionIdentifier)
  rows.forEach(({ permissionIdentifier: name, description }, index) => {
    const said = [rules.identifier.safeParse(name), rules.description.safeParse(description)].map(
      ({ error }) => error?.issues[0]?.message,
    )
    const twice = names.indexOf(name) < index ? t('console.record.listed_twice') : undefined
    const problem = said.find(Boolean) ?? twice
    if (problem) throw new FormRefusal('', `${name || description}: ${problem}`)
  })
}

/** A row as one text, so that a changed description is a row removed and one added. */
function textOf({ permissionIdentifier, description }: PermissionRow): string {
  return description ? `${permissionIdentifier}: ${description}` : permissionIdentifier
}
