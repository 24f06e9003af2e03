import type { Tables } from '../database/tables.ts'

/** The client or user that owns the rows. */
export interface ParentRecord {
  readonly kind: 'client' | 'user'
  readonly id: number
}

/**
 * Tables in which a client or user may have any number of rows, referring tables first. A cascading deletion would be
 * unbounded, and would lock rows in another order than `Store`.
 */
export const dependentTables = {
  client: [
    'interactions',
    'deviceAuthorizations',
    'pushedRequests',
    'refreshTokens',
    'codes',
    'grants',
    'userConsents',
    'userSessionClients',
    'inheritedSessionClients',
    'untoldSignIns',
    'logoutNotifications',
  ],
  user: ['refreshTokens', 'codes', 'grants', 'userConsents', 'userSessions', 'untoldSignIns'],
} as const satisfies Record<ParentRecord['kind'], readonly (keyof Tables)[]>

export type DependentTable = (typeof dependentTables)[ParentRecord['kind']][number]
