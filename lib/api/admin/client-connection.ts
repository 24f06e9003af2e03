import * as contract from '#lib/api/contract/admin/client-connection.ts'
import { operation } from '#lib/api/operation.ts'
import { acceptedScopes } from '#lib/api/scopes.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { readConnection } from '#lib/domain/clients/client-connection.ts'
import { findClient } from '#lib/domain/clients/clients.ts'
import { hasScope } from '#lib/domain/permissions/caller.ts'
import { fullName } from '#lib/domain/users/full-name.ts'

const defaultSeconds = 15 * 60

export const getClientConnection = operation(
  contract.getClientConnection,
  async (ctx, { caller, params, query }) => {
    const client = await findClient(ctx, params.id)
    const since = query.since ?? addSeconds(ctx.now, -defaultSeconds)
    const connection = await readConnection(ctx, client, since)
    const { user, refusal, redirectUriUses } = connection
    const maySeeUsers = hasScope(caller, ...acceptedScopes({ access: 'users', method: 'GET' }))
    const wire = (moment: Date | null | undefined) => moment?.toISOString() ?? null
    return {
      connection: {
        issuer: ctx.settings.issuer,
        discoveryReadAt: wire(connection.discoveryReadAt),
        signInOpenedAt: wire(connection.signInOpenedAt),
        codeExchangedAt: wire(connection.codeExchangedAt),
        user: user && maySeeUsers ? { id: user.id, name: fullName(user) || user.email } : null,
        refusal: refusal && { ...refusal, at: refusal.at.toISOString() },
        redirectUriUses: client.redirectUris.map(({ uri }) => ({
          uri,
          lastUsedAt: wire(redirectUriUses.get(uri)),
        })),
        copiesShareSignIn: connection.copiesShareSignIn,
      },
    }
  },
)
