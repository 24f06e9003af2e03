import * as contract from '#lib/api/contract/admin/search.ts'
import { operation } from '#lib/api/operation.ts'
import { readableDomains } from '#lib/api/readable-domains.ts'
import { withoutInvisible } from '#lib/base/text/typed.ts'
import { searchRecords as search } from '#lib/domain/dashboard/record-search.ts'
import { scopeOf } from '#lib/domain/permissions/permissions.ts'
import { fullName } from '#lib/domain/users/full-name.ts'

const nothing = { users: [], clients: [], groups: [], resources: [], permissions: [] }

/** Searches the records of every kind that the caller may read. */
export const searchRecords = operation(contract.searchRecords, async (ctx, { query, caller }) => {
  const text = withoutInvisible(query.query)
  // No stored text contains NUL, and PostgreSQL rejects a parameter that does.
  if (text === '' || text.includes('\0')) return nothing
  const found = await search(ctx, text, query.limit, readableDomains(caller))
  return {
    users: found.users.map((user) => ({
      id: user.id,
      subject: user.subject,
      name: fullName(user),
      email: user.email,
      givenName: user.givenName,
      familyName: user.familyName,
      enabled: user.enabled,
      twoFactor: user.otpEnabled,
    })),
    clients: found.clients.map(({ id, clientIdentifier, displayName, createdViaDcr }) => ({
      ...{ id, clientIdentifier, displayName },
      selfRegistered: createdViaDcr,
    })),
    groups: found.groups.map(({ id, groupIdentifier, description }) => ({
      ...{ id, groupIdentifier, description },
    })),
    resources: found.resources.map(({ id, resourceIdentifier, description }) => ({
      ...{ id, resourceIdentifier, description },
    })),
    permissions: found.permissions.map((permission) => ({
      id: permission.id,
      resourceId: permission.resourceId,
      scope: scopeOf(permission),
      description: permission.description,
    })),
  }
})
