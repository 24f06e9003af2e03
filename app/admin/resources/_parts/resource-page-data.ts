import { cache } from 'react'
import { idInAddress, type SearchParams } from '#app/_ui/list/list-state.ts'
import { type Api, type Console, openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'

/** The props that Next passes to a page of a resource. */
export interface ResourcePageProps {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: SearchParams
}

export type ResourceRecord = Awaited<ReturnType<Api['getResource']>>['resource']

export type PermissionRecord = Awaited<
  ReturnType<Api['listResourcePermissions']>
>['permissions'][number]

export interface ResourcePageData extends Console {
  readonly resource: ResourceRecord
  /** The visitor may change the resource and its permissions. */
  readonly mayEdit: boolean
}

/** Opens the page's resource; an unknown one shows the not-found page. */
export async function openResource({
  params,
}: Pick<ResourcePageProps, 'params'>): Promise<ResourcePageData> {
  const { id } = await params
  const [console, resource] = await Promise.all([openConsole(), readResource(idInAddress(id))])
  return { ...console, resource, mayEdit: mayWrite(console.visitor, 'settings') }
}

/** Reads a resource once per request. */
const readResource = cache(async (id: number): Promise<ResourceRecord> => {
  const { api } = await openConsole()
  return (await api.getResource({ params: { id } })).resource
})
