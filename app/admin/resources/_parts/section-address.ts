/** A resource's pages by the last part of their addresses. */
export type ResourceSection =
  | 'settings'
  | 'permissions'
  | 'users-with-permission'
  | 'history'
  | 'delete'

export function sectionAddress(id: number, section: ResourceSection): string {
  return `/admin/resources/${id}/${section}`
}

const labels = {
  settings: 'resources.sections.settings',
  permissions: 'resources.sections.permissions',
  'users-with-permission': 'resources.sections.users',
  history: 'shell.tabs.activity',
  delete: 'resources.sections.delete',
} as const

/** The key of a page's name. */
export function sectionLabel(section: ResourceSection) {
  return labels[section]
}
