import type { z } from 'zod'
import type {
  administratorClient,
  administratorGroup,
  administratorUser,
  holdingClient,
  holdingGroup,
  holdingUser,
  person,
} from '#lib/api/contract/models/access.ts'
import type { AdministratorClient } from '#lib/persistence/clients/administrator-clients.ts'
import type {
  HoldingClient,
  HoldingGroup,
} from '#lib/persistence/permissions/permission-holder-lists.ts'
import type { PermissionSource } from '#lib/persistence/permissions/permission-sources.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { permissionSourceToWire } from './access.ts'

type Named = Pick<UserRecord, keyof z.input<typeof person>>

/** The name and address of a user. */
export function personToWire(user: Named): z.input<typeof person> {
  const { id, email, givenName, middleName, familyName, locale, subject } = user
  return { id, email, givenName, middleName, familyName, locale, subject }
}

function nameOf(user: UserRecord) {
  const { emailVerified, username, enabled, otpEnabled } = user
  return { ...personToWire(user), emailVerified, username, enabled, otpEnabled }
}

export function holdingUserToWire(
  user: UserRecord,
  sources: readonly PermissionSource[],
): z.input<typeof holdingUser> {
  return { ...nameOf(user), sources: sources.map(permissionSourceToWire) }
}

export function holdingGroupToWire(group: HoldingGroup): z.input<typeof holdingGroup> {
  const { id, groupIdentifier, description } = group
  return { id, groupIdentifier, description, since: sinceOf(group) }
}

export function holdingClientToWire(client: HoldingClient): z.input<typeof holdingClient> {
  const { id, clientIdentifier, displayName, enabled } = client
  return { id, clientIdentifier, displayName, enabled, since: sinceOf(client) }
}

/** @param names identifiers of the administrative permissions by their ids */
export function administratorUserToWire(
  user: UserRecord,
  sources: readonly PermissionSource[],
  names: ReadonlyMap<number, string>,
): z.input<typeof administratorUser> {
  const roles = sources.map((source) => ({
    permissionIdentifier: names.get(source.permissionId) ?? '',
    ...permissionSourceToWire(source),
  }))
  return { ...nameOf(user), roles, lastSignInAt: user.lastSignInAt?.toISOString() ?? null }
}

export function administratorGroupToWire(
  group: HoldingGroup,
  names: ReadonlyMap<number, string>,
  memberCount: number,
): z.input<typeof administratorGroup> {
  const { id, groupIdentifier, description } = group
  const permissionIdentifiers = namesOf(group, names)
  return { id, groupIdentifier, description, memberCount, permissionIdentifiers }
}

export function administratorClientToWire(
  client: AdministratorClient,
  names: ReadonlyMap<number, string>,
  administrativeScopesAllowed: boolean,
): z.input<typeof administratorClient> {
  const { id, clientIdentifier, displayName, enabled } = client
  const permissionIdentifiers = namesOf(client, names)
  const named = { id, clientIdentifier, displayName, enabled }
  return { ...named, permissionIdentifiers, administrativeScopesAllowed }
}

function namesOf(
  { permissions }: Pick<HoldingGroup, 'permissions'>,
  names: ReadonlyMap<number, string>,
) {
  return permissions.flatMap(({ permissionId }) => names.get(permissionId) ?? []).sort()
}

function sinceOf({ permissions: [grant] }: Pick<HoldingGroup, 'permissions'>): string {
  return (grant?.createdAt ?? new Date(0)).toISOString()
}
