import { cache } from 'react'
import { type Api, type Console, openConsole } from '../../../_console/api.ts'
import { idInAddress, type SearchParams } from '../../../_console/list-state.ts'
import { mayWrite } from '../../../_console/rights.ts'

/** The pages of a group, by the last part of their addresses, in the order of the menu. */
export const sections = ['settings', 'members', 'permissions', 'attributes', 'delete'] as const

/** A page of a group. */
export type GroupSection = (typeof sections)[number]

/** The address of a page of a group. */
export function sectionAddress(id: number, section: GroupSection): string {
  return `/admin/groups/${id}/${section}`
}

/** What Next hands to a page of a group. */
export interface GroupPageProps {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: SearchParams
}

/** A group as it is stored, with the number of its members. */
export type GroupRecord = Awaited<ReturnType<Api['getGroup']>>['group']

/** What a page of a group works with. */
export interface GroupPageData extends Console {
  readonly group: GroupRecord
  /** The visitor may change the group, as far as this can be told before trying. */
  readonly mayEdit: boolean
}

/** Opens the group that a page is about; an unknown one leads to the page that says so. */
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
