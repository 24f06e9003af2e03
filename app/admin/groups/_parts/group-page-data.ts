import { cache } from 'react'
import { idInAddress, type SearchParams } from '#app/_ui/list/list-state.ts'
import { type Api, type Console, openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'

/** The props that Next passes to a page of a group. */
export interface GroupPageProps {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: SearchParams
}

/** A stored group with its number of members. */
export type GroupRecord = Awaited<ReturnType<Api['getGroup']>>['group']

export interface GroupPageData extends Console {
  readonly group: GroupRecord
  /** The visitor may change the group, as far as the page knows; the API decides. */
  readonly mayEdit: boolean
}

/** Opens the page's group; an unknown one shows the not-found page. */
export async function openGroup({
  params,
}: Pick<GroupPageProps, 'params'>): Promise<GroupPageData> {
  const { id } = await params
  const [console, group] = await Promise.all([openConsole(), readGroup(idInAddress(id))])
  return { ...console, group, mayEdit: mayWrite(console.visitor, 'users') }
}

/** Reads a group once per request. */
const readGroup = cache(async (id: number): Promise<GroupRecord> => {
  const { api } = await openConsole()
  return (await api.getGroup({ params: { id } })).group
})
