import type { ListVersions } from './list-difference.ts'
import { idsAsRead, idsOfList } from './list-values.ts'
import { type PermissionRecord, permissionChoice } from './permission-choice.ts'
import { namedVersions } from './save-list.ts'

/** The permissions of a `PermissionsForm` as the page read them, as the form has them, and as they are stored now. */
export function permissionVersions(
  form: FormData,
  stored: readonly PermissionRecord[],
): ListVersions | null {
  const read = idsAsRead(form, 'permissionIds')
  if (!read) return null
  const mine = idsOfList(form, 'permissionIds')
  const names = form.getAll('permissionNames').map(String)
  const now = stored.map(permissionChoice)
  return namedVersions(
    { read, mine, now: now.map(({ id }) => id) },
    new Map([
      ...mine.map((id, index) => [id, names[index] ?? String(id)] as const),
      ...now.map(({ id, scope }) => [id, scope] as const),
    ]),
  )
}
