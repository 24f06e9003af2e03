import { adminAuditLog, auditLog } from './audit/audit-log.ts'
import { dashboard } from './audit/dashboard.ts'
import type { Db, Provider } from './client.ts'
import { adminClients, clients } from './clients/clients.ts'
import type { Connection } from './connection.ts'
import { openQueries } from './database/queries.ts'
import type { Queries } from './database/tables.ts'
import { groupAttributes } from './groups/group-attributes.ts'
import { adminGroups, groups } from './groups/groups.ts'
import { memberships } from './groups/memberships.ts'
import { adminRefusalCounts, refusalCounts } from './limits/refusal-counts.ts'
import { adminSignInFailures, signInFailures } from './limits/sign-in-failures.ts'
import { formerLinks } from './links/former-links.ts'
import { linkMarkers } from './links/link-markers.ts'
import { oneTimeCodes } from './links/one-time-codes.ts'
import { preRegistrations } from './links/pre-registrations.ts'
import { backlog } from './maintenance/backlog.ts'
import { dependents } from './maintenance/dependents.ts'
import { leases } from './maintenance/leases.ts'
import { sealedValues } from './maintenance/sealed-values.ts'
import { permissionGrants } from './permissions/permission-grants.ts'
import { adminPermissions, permissions } from './permissions/permissions.ts'
import { resources } from './permissions/resources.ts'
import { userIndex } from './search/user-index.ts'
import { consoleSessions } from './sessions/console-sessions.ts'
import { adminInteractions, interactions } from './sessions/interactions.ts'
import { adminSessions, sessions } from './sessions/sessions.ts'
import { adminSettings, settings } from './settings/settings.ts'
import { adminSigningKeys, signingKeys } from './settings/signing-keys.ts'
import { activeTokens } from './tokens/active-tokens.ts'
import { adminCodes, codes } from './tokens/codes.ts'
import { adminConsents, consents } from './tokens/consents.ts'
import { adminGrants, grants } from './tokens/grants.ts'
import { adminRefreshTokens, refreshTokens } from './tokens/refresh-tokens.ts'
import { tokenHolders } from './tokens/token-holders.ts'
import { adminImages, images } from './users/images.ts'
import { userAttributes } from './users/user-attributes.ts'
import { adminUsers, users } from './users/users.ts'

/** What frequent requests read and write: every statement is built by Kysely. */
export type Repositories = ReturnType<typeof repositories>

/** Everything, administrative work by the Prisma client included. */
export type AdminRepositories = ReturnType<typeof adminRepositories>

/**
 * The repositories of frequent requests over one connection or one transaction.
 * @param queries the query builder over it
 */
export function repositories(provider: Provider, queries: Queries) {
  return {
    activeTokens: activeTokens(queries),
    auditLog: auditLog(queries),
    backlog: backlog(queries),
    clients: clients(queries),
    codes: codes(provider, queries),
    consents: consents(queries),
    dependents: dependents(queries),
    grants: grants(queries),
    groups: groups(queries),
    images: images(queries),
    interactions: interactions(queries),
    permissions: permissions(queries),
    refreshTokens: refreshTokens(queries),
    refusalCounts: refusalCounts(queries),
    sessions: sessions(queries),
    settings: settings(queries),
    signInFailures: signInFailures(queries),
    signingKeys: signingKeys(queries),
    tokenHolders: tokenHolders(queries),
    users: users(queries),
  }
}

/**
 * Every repository over one connection or one transaction.
 * @param db the Prisma client or its transaction
 * @param connection the same for statements that are written by hand
 */
export function adminRepositories(db: Db, provider: Provider, connection: Connection) {
  const queries = openQueries(provider, connection)
  return {
    ...repositories(provider, queries),
    auditLog: adminAuditLog(db, queries),
    clients: adminClients(db, provider, queries),
    codes: adminCodes(db, provider, queries),
    consents: adminConsents(db, queries),
    consoleSessions: consoleSessions(db),
    dashboard: dashboard(db, queries),
    formerLinks: formerLinks(db),
    grants: adminGrants(db, queries),
    groupAttributes: groupAttributes(db),
    groups: adminGroups(db, provider, queries),
    images: adminImages(db, queries),
    interactions: adminInteractions(db, queries),
    leases: leases(db),
    linkMarkers: linkMarkers(db),
    memberships: memberships(db, provider),
    oneTimeCodes: oneTimeCodes(db, queries),
    permissionGrants: permissionGrants(db, provider),
    permissions: adminPermissions(db, provider, queries),
    preRegistrations: preRegistrations(db),
    refreshTokens: adminRefreshTokens(db, queries),
    refusalCounts: adminRefusalCounts(db, queries),
    resources: resources(db, provider),
    sealedValues: sealedValues(connection),
    sessions: adminSessions(db, queries),
    settings: adminSettings(db, queries),
    signInFailures: adminSignInFailures(db, queries),
    signingKeys: adminSigningKeys(db, provider, queries),
    userAttributes: userAttributes(db),
    userIndex: userIndex(db, provider, connection),
    users: adminUsers(db, provider, queries),
  }
}
