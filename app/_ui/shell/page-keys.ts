/** Pages of the console by the key that follows `g`: their addresses, and the keys of their names. */
export const pageKeys = {
  d: ['/admin/dashboard', 'shell.admin.dashboard'],
  a: ['/admin/activity', 'shell.admin.activity'],
  u: ['/admin/users', 'shell.admin.users'],
  g: ['/admin/groups', 'shell.admin.groups'],
  s: ['/admin/sessions', 'shell.admin.sessions'],
  c: ['/admin/clients', 'shell.admin.applications'],
  r: ['/admin/resources', 'shell.admin.apis'],
  i: ['/admin/identity-providers', 'shell.admin.providers'],
} as const

/** The address of a page, null for any other key. */
export function addressOfKey(key: string): string | null {
  return Object.hasOwn(pageKeys, key) ? pageKeys[key as keyof typeof pageKeys][0] : null
}
