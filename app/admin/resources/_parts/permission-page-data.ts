import { notFound } from 'next/navigation'
import { openConsole } from '../../../_console/api.ts'
import { idInAddress } from '../../../_console/list-state.ts'
import { mayWrite } from '../../../_console/rights.ts'
import {
  openResource,
  type PermissionRecord,
  type ResourcePageData,
  type ResourcePageProps,
} from './resource-page-data.ts'

/** What a page about the holders of a permission works with. */
export interface PermissionPageData extends ResourcePageData {
  readonly permissions: readonly PermissionRecord[]
  /** The one chosen, the first where none was; null for a resource without permissions. */
  readonly permission: PermissionRecord | null
  /** The visitor may give it and take it away. */
  readonly mayGrant: boolean
}

/**
 * Opens the resource and the permission that a page is about; an unknown one leads to the page that
 * says so.
 * @param wanted id of the permission, as the address has it
 */
export async function openPermission(
  props: Pick<ResourcePageProps, 'params'>,
  wanted: string | string[] | undefined,
): Promise<PermissionPageData> {
  const { api } = await openConsole()
  const id = idInAddress((await props.params).id)
  const [data, { permissions }] = await Promise.all([
    openResource(props),
    api.listResourcePermissions({ params: { id } }),
  ])
  const found = wanted
    ? permissions.find((one) => String(one.id) === wanted)
    : (permissions[0] ?? null)
  if (found === undefined) notFound()
  return { ...data, permissions, permission: found, mayGrant: mayWrite(data.visitor, 'users') }
}
