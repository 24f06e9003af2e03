import { refuse } from '#lib/answers/refusal.ts'
import type { OwnPermission } from '#lib/persistence/store.ts'
import { builtInPermissions } from '../permissions/built-in.ts'
import { checkPermissionCount } from '../permissions/permission-grants.ts'
import { requireNoAngleBrackets, requireShortText } from '../values/descriptions.ts'
import { requireIdentifier } from '../values/identifiers.ts'
import { invalidValue, requireNotBlank } from '../values/validation.ts'

/** An entry of the list to save. */
export interface WantedPermission {
  /** Id of the stored permission; null for a new one. */
  readonly id: number | null
  readonly permissionIdentifier: string
  readonly description: string
}

/** An entry of the request body. */
export interface SentPermission {
  readonly id?: number | null | undefined
  readonly permissionIdentifier: string
  readonly description: string
}

/**
 * Checks each entry by itself, in the order of the list.
 * @returns the entries to store: description trimmed, null as the id of a new one
 * @throws Refusal VALIDATION_ERROR, validator.identifier.*,
 *   handler.admin_resource_permissions.description_html_not_allowed
 */
export function checkEntries(sent: readonly SentPermission[]): WantedPermission[] {
  checkPermissionCount(sent)
  const ids = new Set<number>()
  const identifiers = new Set<string>()
  return sent.map((entry) => {
    const id = entry.id && entry.id > 0 ? entry.id : null
    if (id !== null && ids.has(id)) throw invalidValue(`The id ${id} is in the list twice.`)
    if (id !== null) ids.add(id)
    const { permissionIdentifier } = entry
    const description = entry.description.trim()
    requireNoAngleBrackets(
      description,
      'handler.admin_resource_permissions.description_html_not_allowed',
    )
    requireNotBlank(permissionIdentifier, 'permissionIdentifier')
    requireIdentifier(permissionIdentifier)
    requireShortText(description, 'description')
    if (identifiers.has(permissionIdentifier)) {
      throw invalidValue(`The permission '${permissionIdentifier}' is in the list twice.`)
    }
    identifiers.add(permissionIdentifier)
    return { id, permissionIdentifier, description }
  })
}

/**
 * Checks that the built-in permissions are kept and change only in their descriptions.
 * @throws Refusal VALIDATION_ERROR
 * @throws Error when the database lacks one of them
 */
export function requireBuiltInKept(
  stored: readonly OwnPermission[],
  wanted: readonly WantedPermission[],
): void {
  for (const { identifier } of builtInPermissions) {
    const row = stored.find((one) => one.permissionIdentifier === identifier)
    if (!row) throw new Error(`The built-in permission ${identifier} is missing.`)
    const entry = wanted.find((one) => one.id === row.id)
    if (!entry) throw invalidValue(`The built-in permission '${identifier}' cannot be deleted.`)
    if (entry.permissionIdentifier !== identifier) {
      throw invalidValue(`The built-in permission '${identifier}' cannot be renamed.`)
    }
  }
}

/**
 * Checks the entries against the stored ones: each id belongs to the resource, and no identifier belongs to another
 * stored permission. The latter holds even when the same save renames or deletes that permission. Changes made after
 * the caller read the list are left to the comparison of the lists.
 * @param read ids of the list that the caller last read
 * @throws Refusal NOT_FOUND, VALIDATION_ERROR
 */
export function requireOwnEntries(
  stored: readonly OwnPermission[],
  wanted: readonly WantedPermission[],
  read: ReadonlySet<number>,
): void {
  const ids = new Set(stored.map((row) => row.id))
  const owners = new Map(stored.map((row) => [row.permissionIdentifier, row.id]))
  for (const { id, permissionIdentifier } of wanted) {
    if (id !== null && !ids.has(id) && !read.has(id)) {
      throw refuse('NOT_FOUND', { description: `The resource has no permission with id ${id}.` })
    }
    const owner = owners.get(permissionIdentifier)
    if (owner !== undefined && owner !== id && read.has(owner)) {
      throw invalidValue(`Another permission of the resource is named '${permissionIdentifier}'.`)
    }
  }
}
