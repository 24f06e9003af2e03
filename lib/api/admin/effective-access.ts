import * as contract from '#lib/api/contract/admin/effective-access.ts'
import { operation } from '#lib/api/operation.ts'
import { groupNameToWire, permissionSourceToWire } from '#lib/api/wire/access.ts'
import { permissionToWire } from '#lib/api/wire/permissions.ts'
import type { Context } from '#lib/context.ts'
import { findClient } from '#lib/domain/clients/clients.ts'
import { administrativePermissionIds } from '#lib/domain/permissions/administrators.ts'
import { scopeOf } from '#lib/domain/permissions/permissions.ts'
import { findUser } from '#lib/domain/users/users.ts'
import type { ClientRecord, UserRecord } from '#lib/persistence/store.ts'
import { loadClaimsSource } from '#lib/protocol/claims.ts'
import { parseScope } from '#lib/protocol/scopes.ts'
import { attributeOrigins } from '#lib/protocol/token/claim-origins.ts'
import { previewTokens } from '#lib/protocol/token-preview.ts'

/** What a user may do and why; with a client, what the client receives. Writes nothing. */
export const getEffectiveAccess = operation(
  contract.getEffectiveAccess,
  async (ctx, { params, query }) => {
    const user = await findUser(ctx, params.id)
    const client = query.clientId === undefined ? null : await findClient(ctx, query.clientId)
    const requested = query.scope === undefined ? undefined : parseScope(query.scope)
    const [permissions, source, preview] = await Promise.all([
      permissionsOf(ctx, user),
      loadClaimsSource(ctx, user, ['groups', 'attributes']),
      client && previewOf(ctx, user, client, requested),
    ])
    return {
      usable: user.enabled,
      reasons: user.enabled ? [] : ['user_disabled' as const],
      administrator: permissions.some(({ administrative }) => administrative),
      permissions,
      groups: source.groups
        .map((group) => ({
          id: group.id,
          groupIdentifier: group.groupIdentifier,
          description: group.description,
          inIdToken: group.includeInIdToken,
          inAccessToken: group.includeInAccessToken,
        }))
        .sort((a, b) => compare(a.groupIdentifier, b.groupIdentifier)),
      attributes: attributeOrigins(source).map(({ origin, overriddenBy, ...attribute }) => ({
        ...attribute,
        group: groupNameToWire(origin),
        overriddenBy: groupNameToWire(overriddenBy),
      })),
      client: preview,
    }
  },
)

async function permissionsOf(ctx: Context, user: UserRecord) {
  const [sources, held, administrative] = await Promise.all([
    ctx.store.permissionGrants.sourcesOf([user.id]),
    ctx.store.permissions.heldByUser(user.id),
    administrativePermissionIds(ctx),
  ])
  const byPermission = Map.groupBy(sources, ({ permissionId }) => permissionId)
  return held
    .map((record) => ({
      ...permissionToWire(record),
      scope: scopeOf(record),
      administrative: administrative.has(record.id),
      sources: (byPermission.get(record.id) ?? []).map(permissionSourceToWire),
    }))
    .sort((a, b) => compare(a.scope, b.scope))
}

async function previewOf(
  ctx: Context,
  user: UserRecord,
  client: ClientRecord,
  requested: readonly string[] | undefined,
) {
  const { reasons, consent, scopes, missing, ...preview } = await previewTokens(
    ctx,
    user,
    client,
    requested,
  )
  return {
    ...preview,
    id: client.id,
    clientIdentifier: client.clientIdentifier,
    usable: reasons.length === 0,
    reasons: [...reasons],
    consented: consent && {
      grantedAt: consent.grantedAt.toISOString(),
      scopes: [...consent.scopes],
    },
    scopes: [...scopes],
    missing: [...missing],
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
