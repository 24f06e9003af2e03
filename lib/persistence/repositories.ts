import { activeTokens } from './active-tokens.ts'
import { auditLog } from './audit-log.ts'
import { backlog } from './backlog.ts'
import type { Db, Provider } from './client.ts'
import { clients } from './clients.ts'
import { codes } from './codes.ts'
import type { Connection } from './connection.ts'
import { consents } from './consents.ts'
import { consoleSessions } from './console-sessions.ts'
import { dashboard } from './dashboard.ts'
import { openQueries } from './database/queries.ts'
import { dependents } from './dependents.ts'
import { formerLinks } from './former-links.ts'
import { grants } from './grants.ts'
import { groupAttributes } from './group-attributes.ts'
import { groups } from './groups.ts'
import { images } from './images.ts'
import { interactions } from './interactions.ts'
import { leases } from './leases.ts'
import { linkMarkers } from './link-markers.ts'
import { memberships } from './memberships.ts'
import { oneTimeCodes } from './one-time-codes.ts'
import { permissionGrants } from './permission-grants.ts'
import { permissions } from './permissions.ts'
import { preRegistrations } from './pre-registrations.ts'
import { refreshTokens } from './refresh-tokens.ts'
import { refusalCounts } from './refusal-counts.ts'
import { resources } from './resources.ts'
import { sealedValues } from './sealed-values.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { signInFailures } from './sign-in-failures.ts'
import { signingKeys } from './signing-keys.ts'
import { tokenHolders } from './token-holders.ts'
import { userAttributes } from './user-attributes.ts'
import { userIndex } from './user-index.ts'
import { users } from './users.ts'

export type Repositories = ReturnType<typeof repositories>

/**
 * Every repository over one connection or one transaction.
 * @param db the client or its transaction
 * @param connection the same for hand-written statements
 */
export function repositories(db: Db, provider: Provider, connection: Connection) {
  const queries = openQueries(provider, connection)
  return {
    auditLog: auditLog(db, queries),
    backlog: backlog(queries),
    dependents: dependents(queries),
    interactions: interactions(db, queries),
    clients: clients(db, provider, queries),
    codes: codes(db, provider, queries),
    consents: consents(db, queries),
    consoleSessions: consoleSessions(db),
    dashboard: dashboard(db, queries),
    formerLinks: formerLinks(db),
    grants: grants(db, queries),
    groupAttributes: groupAttributes(db),
    groups: groups(db, provider, queries),
    images: images(db, queries),
    leases: leases(db),
    linkMarkers: linkMarkers(db),
    activeTokens: activeTokens(queries),
    memberships: memberships(db, provider),
    oneTimeCodes: oneTimeCodes(db, queries),
    permissionGrants: permissionGrants(db, provider),
    permissions: permissions(db, provider, queries),
    preRegistrations: preRegistrations(db),
    refreshTokens: refreshTokens(db, queries),
    refusalCounts: refusalCounts(db, queries),
    resources: resources(db, provider),
    sealedValues: sealedValues(connection),
    sessions: sessions(db, queries),
    settings: settings(db, queries),
    signInFailures: signInFailures(db, queries),
    signingKeys: signingKeys(db, provider, queries),
    tokenHolders: tokenHolders(queries),
    userAttributes: userAttributes(db),
    userIndex: userIndex(db, provider, connection),
    users: users(db, provider, queries),
  }
}
