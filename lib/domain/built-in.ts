/** The resource that stands for this server: its permissions open the Admin and Account APIs. */
export const builtInResource = {
  identifier: 'authserver',
  description: 'The authorization server itself (built in)',
} as const

/**
 * Its permissions (docs/specification.md "Resource and permission"); nobody renames or deletes them. The
 * descriptions say what "Admin API scopes" says; they are written at the first start, and whoever
 * administers may have changed them since.
 */
export const builtInPermissions = [
  { identifier: 'manage', description: 'Manage everything', administrative: true },
  {
    identifier: 'admin-read',
    description: 'Read everything but client secrets',
    administrative: true,
  },
  {
    identifier: 'manage-users',
    description: 'Manage users and groups, their permissions, sessions and consents',
    administrative: true,
  },
  {
    identifier: 'manage-clients',
    description: 'Manage clients and their configuration',
    administrative: true,
  },
  {
    identifier: 'manage-settings',
    description: 'Manage settings, resources and signing keys',
    administrative: true,
  },
  {
    identifier: 'browser-sessions',
    description: 'Opens no operation; its holder is protected as an administrator is',
    administrative: true,
  },
  { identifier: 'manage-account', description: 'Manage your own account', administrative: false },
] as const

/** Identifiers of those that make their holder an administrator. */
export const administrativePermissions: readonly string[] = builtInPermissions
  .filter(({ administrative }) => administrative)
  .map(({ identifier }) => identifier)

/** The scopes of those that open operations of the Admin API, and pages of the console with them. */
export const adminApiScopes = administrativePermissions
  .filter((identifier) => identifier !== 'browser-sessions')
  .map((identifier) => `${builtInResource.identifier}:${identifier}`)

/** The client through which the console and the account pages sign people in. */
export const consoleClientIdentifier = 'admin-console-client'

/** True for that client. */
export function isConsoleClient(client: { readonly clientIdentifier: string }): boolean {
  return client.clientIdentifier === consoleClientIdentifier
}

/** Every user holds it; no administrator's scope, but each client needs the user's consent to it. */
export const manageAccountScope = 'authserver:manage-account'

/** What that client is called at first. */
export const consoleDisplayName = 'Admin console'

/** The address at which that client awaits its codes. */
export function consoleCallback({ adminConsoleUrl }: { readonly adminConsoleUrl: string }): string {
  return `${adminConsoleUrl}/console/callback`
}
