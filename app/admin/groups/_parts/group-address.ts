/** A group's pages by the last part of their addresses. */
export type GroupSection =
  | 'settings'
  | 'members'
  | 'permissions'
  | 'attributes'
  | 'history'
  | 'delete'

export function sectionAddress(id: number, section: GroupSection): string {
  return `/admin/groups/${id}/${section}`
}
