import { activeTokens } from './active-tokens.ts'
import { adminAuditLog, auditLog } from './audit-log.ts'
import { backlog } from './backlog.ts'
import type { Db, Provider } from './client.ts'
import { adminClients, clients } from './clients.ts'
import { adminCodes, codes } from './codes.ts'
import type { Connection } from './connection.ts'
import { adminConsents, consents } from './consents.ts'
import { consoleSessions } from './console-sessions.ts'
import { dashboard } from './dashboard.ts'
import { openQueries } from './database/queries.ts'
import type { Queries } from './database/tables.ts'
import { dependents } from './dependents.ts'
import { formerLinks } from './former-links.ts'
import { adminGrants, grants } from './grants.ts'
import { groupAttributes } from './group-attributes.ts'
import { adminGroups, groups } from './groups.ts'
import { adminImages, images } from './images.ts'
import { adminInteractions, interactions } from './interactions.ts'
import { leases } from './leases.ts'
import { linkMarkers } from './link-markers.ts'
import { memberships } from './memberships.ts'
import { oneTimeCodes } from './one-time-codes.ts'
import { permissionGrants } from './permission-grants.ts'
import { adminPermissions, permissions } from './permissions.ts'
import { preRegistrations } from './pre-registrations.ts'
import { adminRefreshTokens, refreshTokens } from './refresh-tokens.ts'
import { adminRefusalCounts, refusalCounts } from './refusal-counts.ts'
import { resources } from './resources.ts'
import { sealedValues } from './sealed-values.ts'
import { adminSessions, sessions } from './sessions.ts'
import { adminSettings, settings } from './settings.ts'
import { adminSignInFailures, signInFailures } from './sign-in-failures.ts'
import { adminSigningKeys, signingKeys } from './signing-keys.ts'
import { tokenHolders } from './token-holders.ts'
import { userAttributes } from './user-attributes.ts'
import { userIndex } from './user-index.ts'
import { adminUsers, users } from './users.ts'

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
