import { notFound } from 'next/navigation'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import {
  openResource,
  type PermissionRecord,
  type ResourcePageData,
  type ResourcePageProps,
} from './resource-page-data.ts'

/** The data of a page about the holders of a permission. */
export interface PermissionPageData extends ResourcePageData {
  readonly permissions: readonly PermissionRecord[]
  /** The chosen permission, or else the first; null if the resource has none. */
  readonly permission: PermissionRecord | null
  /** The visitor may grant and remove the permission. */
  readonly mayGrant: boolean
}

/**
 * Opens the page's resource and permission; an unknown one shows the not-found page.
 * @param wanted id of the permission, from the address
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
