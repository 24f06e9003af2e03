import type { z } from 'zod'
import type { session, sessionDetails } from '#lib/api/contract/models/sessions.ts'
import type { Caller } from '#lib/domain/permissions/caller.ts'
import type { ListedSession } from '#lib/persistence/sessions/admin-active-sessions.ts'
import type { SessionWithOwner } from '#lib/persistence/sessions/admin-sessions.ts'

export function sessionToWire(record: SessionWithOwner): z.input<typeof session> {
  return {
    id: record.id,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    sessionIdentifier: record.sessionIdentifier,
    started: record.started.toISOString(),
    lastAccessed: record.lastAccessed.toISOString(),
    authTime: record.authTime.toISOString(),
    authMethods: record.authMethods,
    acrLevel: record.acrLevel,
    ipAddress: record.ipAddress,
    deviceName: record.deviceName,
    deviceType: record.deviceType,
    deviceOS: record.deviceOs,
    userAgent: record.userAgent,
    level2AuthConfigHasChanged: record.otpConfigGeneration !== record.user.otpConfigGeneration,
    userId: record.userId,
  }
}

/**
 * An active session in a list.
 * @param caller its own session is marked as current
 */
export function sessionDetailsToWire(
  record: ListedSession,
  caller: Caller,
): z.input<typeof sessionDetails> {
  const own = caller.kind === 'user' ? caller.session?.sessionIdentifier : undefined
  return {
    ...sessionToWire(record),
    isValid: true,
    isCurrent: record.sessionIdentifier === own,
    clientIdentifiers: record.clients.map(({ client }) => client.clientIdentifier),
  }
}
