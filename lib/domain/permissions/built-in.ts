/** The resource that represents this server: its permissions give access to the Admin and Account APIs. */
export const builtInResource = {
  identifier: 'authserver',
  description: 'The authorization server itself (built in)',
} as const

/**
 * The built-in permissions (docs/specification.md "Resource and permission"), which cannot be renamed or deleted. The
 * descriptions come from "Admin API scopes" there. They are written at the first start, and administrators may have
 * changed them since.
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

/** Identifiers of the permissions that make their holder an administrator. */
export const administrativePermissions: readonly string[] = builtInPermissions
  .filter(({ administrative }) => administrative)
  .map(({ identifier }) => identifier)

/** The scopes that give access to the Admin API, and to the console's pages with it. */
export const adminApiScopes = administrativePermissions
  .filter((identifier) => identifier !== 'browser-sessions')
  .map((identifier) => `${builtInResource.identifier}:${identifier}`)

/** The client that signs users in to the console and the account pages. */
export const consoleClientIdentifier = 'admin-console-client'

export function isConsoleClient(client: { readonly clientIdentifier: string }): boolean {
  return client.clientIdentifier === consoleClientIdentifier
}

/** Every user holds this permission. It is not administrative, but each client needs the user's consent to it. */
export const manageAccountScope = 'authserver:manage-account'

/** The initial display name of the console's client. */
export const consoleDisplayName = 'Admin console'

/** The address that receives the authorization codes of the console's client. */
export function consoleCallback({ adminConsoleUrl }: { readonly adminConsoleUrl: string }): string {
  return `${adminConsoleUrl}/console/callback`
}
