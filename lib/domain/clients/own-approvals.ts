import { splitWords } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import type { ConsentOfClient } from '#lib/persistence/tokens/admin-consents.ts'
import { type ShownClient, shownClients } from './shown-client.ts'

/** A consent as its user sees it. */
export interface OwnApproval {
  readonly consent: ConsentOfClient
  readonly application: ShownClient
  /** Null when no grant is left. */
  readonly lastUsedAt: Date | null
  readonly permissions: readonly { readonly scope: string; readonly description: string }[]
}

/** The consents of a user, oldest first. */
export async function listOwnApprovals(
  ctx: Context,
  userId: number,
): Promise<readonly OwnApproval[]> {
  const consents = await ctx.store.consents.listOfUser(userId)
  const ids = consents.map(({ clientId }) => clientId)
  const [clients, uses, descriptions] = await Promise.all([
    shownClients(ctx, ids),
    ctx.store.grants.lastUses(userId),
    describePermissions(
      ctx,
      consents.flatMap(({ scope }) => splitWords(scope)),
    ),
  ])
  return consents.flatMap((consent) => {
    const application = clients.get(consent.clientId)
    if (!application) return []
    const permissions = splitWords(consent.scope).flatMap((scope) => descriptions.get(scope) ?? [])
    return { consent, application, lastUsedAt: uses.get(consent.clientId) ?? null, permissions }
  })
}

/** The permissions among the scopes, by scope; those that no longer exist have no description. */
async function describePermissions(ctx: Context, scopes: readonly string[]) {
  const wanted = [...new Set(scopes)].filter((scope) => scope.includes(':'))
  const found = await Promise.all(
    wanted.map(async (scope) => {
      const [resource = '', permission = ''] = scope.split(':')
      const record = await ctx.store.permissions.find(resource, permission)
      return [scope, { scope, description: record?.description ?? '' }] as const
    }),
  )
  return new Map(found)
}
