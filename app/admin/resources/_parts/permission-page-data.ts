import { notFound } from 'next/navigation'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import type { ResourcePageData, ResourcePageProps } from './resource-page-data.ts'

/** A permission with the number of its holders. */
export type HeldPermission = Awaited<ReturnType<Api['countResourceHolders']>>['permissions'][number]

/** The data of a page about the holders of a permission. */
export interface PermissionPageData extends ResourcePageData {
  readonly permissions: readonly HeldPermission[]
  /** The chosen permission, or else the first; null if the resource has none. */
  readonly permission: HeldPermission | null
  /** The visitor may grant and remove the permission. */
  readonly mayGrant: boolean
}

/**
 * Opens the page's resource and permission; an unknown one shows the not-found page. Needs only the right to read users.
 * @param wanted id of the permission, from the address
 */
export async function openPermission(
  props: Pick<ResourcePageProps, 'params'>,
  wanted: string | string[] | undefined,
): Promise<PermissionPageData> {
  const console = await openConsole()
  const { api, visitor } = console
  const resourceId = idInAddress((await props.params).id)
  const { resource, permissions } = await api.countResourceHolders({ query: { resourceId } })
  const found = wanted
    ? permissions.find((one) => String(one.id) === wanted)
    : (permissions[0] ?? null)
  if (found === undefined) notFound()
  return {
    ...console,
    resource,
    permissions,
    permission: found,
    mayEdit: mayWrite(visitor, 'settings'),
    mayGrant: mayWrite(visitor, 'users'),
  }
}
