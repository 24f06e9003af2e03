import * as adminAuditLog from './audit/admin-audit-log.ts'
import * as auditLog from './audit/audit-log.ts'
import * as dashboard from './audit/dashboard.ts'
import * as entryNames from './audit/entry-names.ts'
import * as filteredAuditLog from './audit/filtered-audit-log.ts'
import * as refusalRecords from './audit/refusal-records.ts'
import * as signInHours from './audit/sign-in-hours.ts'
import { type BoundModules, bindModules, lazyBinder } from './bind.ts'
import * as adminClientRegistrations from './clients/admin-client-registrations.ts'
import * as adminClients from './clients/admin-clients.ts'
import * as administratorClients from './clients/administrator-clients.ts'
import * as clientConnections from './clients/client-connections.ts'
import * as clientLists from './clients/client-lists.ts'
import * as clientLogos from './clients/client-logos.ts'
import * as clientRegistrations from './clients/client-registrations.ts'
import * as clientSearch from './clients/client-search.ts'
import * as clientUses from './clients/client-uses.ts'
import * as clients from './clients/clients.ts'
import * as introspectionLinks from './clients/introspection-links.ts'
import * as listedClients from './clients/listed-clients.ts'
import * as remoteKeySets from './clients/remote-key-sets.ts'
import * as shownClients from './clients/shown-clients.ts'
import type { AdminSource } from './database/sources.ts'
import type { Queries } from './database/tables.ts'
import * as adminGroups from './groups/admin-groups.ts'
import * as countedGroups from './groups/counted-groups.ts'
import * as groupAttributes from './groups/group-attributes.ts'
import * as groups from './groups/groups.ts'
import * as memberships from './groups/memberships.ts'
import * as refusalCounts from './limits/refusal-counts.ts'
import * as signInFailures from './limits/sign-in-failures.ts'
import * as formerLinks from './links/former-links.ts'
import * as linkMarkers from './links/link-markers.ts'
import * as oneTimeCodes from './links/one-time-codes.ts'
import * as preRegistrations from './links/pre-registrations.ts'
import * as backlog from './maintenance/backlog.ts'
import * as dependents from './maintenance/dependents.ts'
import * as leases from './maintenance/leases.ts'
import * as marks from './maintenance/marks.ts'
import * as outboundReach from './maintenance/outbound-reach.ts'
import * as sealedValues from './maintenance/sealed-values.ts'
import * as adminPermissions from './permissions/admin-permissions.ts'
import * as adminResourceIndicators from './permissions/admin-resource-indicators.ts'
import * as ownPermissions from './permissions/own-permissions.ts'
import * as permissionGrants from './permissions/permission-grants.ts'
import * as permissionHolderLists from './permissions/permission-holder-lists.ts'
import * as permissionHolders from './permissions/permission-holders.ts'
import * as permissionSearch from './permissions/permission-search.ts'
import * as permissionSources from './permissions/permission-sources.ts'
import * as permissions from './permissions/permissions.ts'
import * as resourceIndicators from './permissions/resource-indicators.ts'
import * as resources from './permissions/resources.ts'
import * as identityProviders from './providers/identity-providers.ts'
import * as providerGroups from './providers/provider-groups.ts'
import * as providerRequests from './providers/provider-requests.ts'
import * as providerStates from './providers/provider-states.ts'
import * as userIdentities from './providers/user-identities.ts'
import * as userIndex from './search/user-index.ts'
import * as userList from './search/user-list.ts'
import * as activeSessions from './sessions/active-sessions.ts'
import * as adminActiveSessions from './sessions/admin-active-sessions.ts'
import * as adminInteractions from './sessions/admin-interactions.ts'
import * as adminSessions from './sessions/admin-sessions.ts'
import * as allSessions from './sessions/all-sessions.ts'
import * as consoleSessions from './sessions/console-sessions.ts'
import * as deviceAuthorizations from './sessions/device-authorizations.ts'
import * as inheritedClients from './sessions/inherited-clients.ts'
import * as interactions from './sessions/interactions.ts'
import * as logoutNotifications from './sessions/logout-notifications.ts'
import * as pushedRequests from './sessions/pushed-requests.ts'
import * as sessionClients from './sessions/session-clients.ts'
import * as sessions from './sessions/sessions.ts'
import * as sessionsWithUser from './sessions/sessions-with-user.ts'
import * as storedRequests from './sessions/stored-requests.ts'
import * as toldClients from './sessions/told-clients.ts'
import * as untoldSignIns from './sessions/untold-sign-ins.ts'
import * as adminSettings from './settings/admin-settings.ts'
import * as adminSigningKeys from './settings/admin-signing-keys.ts'
import * as brandingImages from './settings/branding-images.ts'
import * as settings from './settings/settings.ts'
import * as signingKeys from './settings/signing-keys.ts'
import * as activeTokens from './tokens/active-tokens.ts'
import * as adminCodes from './tokens/admin-codes.ts'
import * as adminConsents from './tokens/admin-consents.ts'
import * as adminGrants from './tokens/admin-grants.ts'
import * as adminRefreshTokens from './tokens/admin-refresh-tokens.ts'
import * as clientUse from './tokens/client-use.ts'
import * as codeRevocation from './tokens/code-revocation.ts'
import * as codes from './tokens/codes.ts'
import * as consents from './tokens/consents.ts'
import * as grants from './tokens/grants.ts'
import * as refreshTokenFigures from './tokens/refresh-token-figures.ts'
import * as refreshTokenRevocation from './tokens/refresh-token-revocation.ts'
import * as refreshTokens from './tokens/refresh-tokens.ts'
import * as tokenHolders from './tokens/token-holders.ts'
import * as usedIdentifiers from './tokens/used-identifiers.ts'
import * as adminUserCredentials from './users/admin-user-credentials.ts'
import * as adminUsers from './users/admin-users.ts'
import * as images from './users/images.ts'
import * as listedUsers from './users/listed-users.ts'
import * as passkeys from './users/passkeys.ts'
import * as pendingEmail from './users/pending-email.ts'
import * as profilePictures from './users/profile-pictures.ts'
import * as recoveryCodes from './users/recovery-codes.ts'
import * as removedPasskeys from './users/removed-passkeys.ts'
import * as signInWays from './users/sign-in-ways.ts'
import * as userAttributes from './users/user-attributes.ts'
import * as userCredentials from './users/user-credentials.ts'
import * as userDevices from './users/user-devices.ts'
import * as userOtp from './users/user-otp.ts'
import * as users from './users/users.ts'

/** Modules for every transaction: their functions take `Queries`, and Kysely builds each statement. */
const modules = {
  activeTokens,
  auditLog,
  backlog,
  clients: { ...clients, ...clientUses },
  clientRegistrations,
  codes: { ...codes, ...codeRevocation },
  consents,
  dependents,
  deviceAuthorizations,
  entryNames,
  grants,
  groups,
  identityProviders: { ...identityProviders, ...providerStates },
  images,
  interactions,
  logoutNotifications: { ...logoutNotifications, ...toldClients, ...untoldSignIns },
  oneTimeCodes,
  outboundReach,
  passkeys,
  permissions,
  providerGroups,
  providerRequests,
  pushedRequests,
  recoveryCodes,
  refreshTokens: { ...refreshTokens, ...refreshTokenRevocation },
  refusalCounts,
  refusalRecords,
  remoteKeySets,
  removedPasskeys,
  resourceIndicators,
  sealedValues,
  sessions: {
    ...sessions,
    ...sessionsWithUser,
    ...sessionClients,
    ...activeSessions,
    ...inheritedClients,
  },
  settings,
  signInFailures,
  signInWays,
  signingKeys,
  tokenHolders,
  usedIdentifiers,
  userDevices,
  userIdentities,
  users: { ...users, ...userCredentials, ...userOtp, ...pendingEmail },
}

/** Modules for administrative work: their functions take an `AdminSource`, and may use the Prisma client. */
const adminModules = {
  auditLog: { ...adminAuditLog, ...filteredAuditLog },
  clients: {
    ...adminClients,
    ...administratorClients,
    ...clientLists,
    ...clientSearch,
    ...listedClients,
    ...shownClients,
  },
  clientConnections,
  clientRegistrations: adminClientRegistrations,
  codes: adminCodes,
  consents: adminConsents,
  consoleSessions,
  dashboard,
  formerLinks,
  grants: { ...adminGrants, ...clientUse },
  groupAttributes,
  groups: { ...adminGroups, ...countedGroups },
  images: { ...clientLogos, ...profilePictures, ...brandingImages },
  introspectionLinks,
  interactions: { ...adminInteractions, ...storedRequests },
  leases,
  linkMarkers,
  marks,
  memberships,
  permissionGrants: { ...permissionGrants, ...permissionSources, ...permissionHolderLists },
  permissions: { ...adminPermissions, ...permissionHolders, ...permissionSearch },
  preRegistrations,
  refreshTokens: { ...adminRefreshTokens, ...refreshTokenFigures },
  resourceIndicators: adminResourceIndicators,
  resources: { ...resources, ...ownPermissions },
  sessions: { ...adminSessions, ...adminActiveSessions, ...allSessions },
  settings: adminSettings,
  signInHours,
  signingKeys: adminSigningKeys,
  userAttributes,
  userIndex,
  users: { ...adminUsers, ...adminUserCredentials, ...userList, ...listedUsers },
}

/** Repositories of every transaction. */
export type Repositories = BoundModules<typeof modules>

/** The same, with those of administrative work. */
export type AdminRepositories = Repositories & BoundModules<typeof adminModules>

/** The repositories of frequent requests over one connection or one transaction. */
export const repositories = lazyBinder<Queries, typeof modules>(modules)

/** Every repository over one connection or one transaction. */
export function adminRepositories(admin: AdminSource): AdminRepositories {
  const frequent = bindModules(modules, admin.queries)
  const administrative = bindModules(adminModules, admin)
  const merged: Record<string, object> = { ...frequent }
  for (const [name, repository] of Object.entries(administrative)) {
    merged[name] = { ...merged[name], ...repository }
  }
  return merged as unknown as AdminRepositories
}
