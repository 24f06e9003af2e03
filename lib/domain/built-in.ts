/** The resource that stands for this server: its permissions open the Admin and Account APIs. */
export const builtInResource = {
  identifier: 'authserver',
  description: 'The authorization server itself (built in)',
} as const

/** Its permissions (specification, "Resource and permission"); nobody renames or deletes them. */
export const builtInPermissions = [
  { identifier: 'manage', description: 'Manage everything', administrative: true },
  { identifier: 'admin-read', description: 'Read everything in the console', administrative: true },
  { identifier: 'manage-users', description: 'Manage users and groups', administrative: true },
  {
    identifier: 'manage-clients',
    description: 'Manage clients, resources and permissions',
    administrative: true,
  },
  { identifier: 'manage-settings', description: 'Manage settings', administrative: true },
  {
    identifier: 'browser-sessions',
    description: 'Work with browser sessions',
    administrative: true,
  },
  { identifier: 'manage-account', description: 'Manage your own account', administrative: false },
] as const

/** The client through which the console and the account pages sign people in. */
export const consoleClientIdentifier = 'admin-console-client'
