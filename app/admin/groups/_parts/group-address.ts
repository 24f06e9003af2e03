/** A group's pages by the last part of their addresses, in the order of the menu. */
export const sections = ['settings', 'members', 'permissions', 'attributes', 'delete'] as const

export type GroupSection = (typeof sections)[number]

export function sectionAddress(id: number, section: GroupSection): string {
  return `/admin/groups/${id}/${section}`
}
