import type { Messages } from '#lib/i18n/messages.ts'

/** The name of a role in the catalog. */
export type RoleName = keyof Messages['access']['roles']

/** The roles in the order in which they are offered: Owner, which includes the others, last. */
export const roles: readonly { readonly permission: string; readonly name: RoleName }[] = [
  { permission: 'manage-users', name: 'users' },
  { permission: 'manage-clients', name: 'applications' },
  { permission: 'manage-settings', name: 'settings' },
  { permission: 'admin-read', name: 'read_only' },
  { permission: 'manage', name: 'owner' },
]

/** The role that an administrative permission gives; `browser-sessions` only protects its holder. */
export function roleOf(permission: string): RoleName {
  return roles.find((role) => role.permission === permission)?.name ?? 'protected'
}
