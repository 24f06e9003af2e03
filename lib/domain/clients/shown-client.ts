import { plainName, withoutInvisible } from '#lib/base/text/typed.ts'
import type { Context } from '#lib/context.ts'
import type { ClientToShow } from '#lib/persistence/clients/shown-clients.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { consoleDisplayName } from '../permissions/built-in.ts'
import { isUnverified } from './client-documents.ts'
import { logoUrl } from './client-logo.ts'

/** A client as people see it. */
export interface ShownClient {
  readonly clientIdentifier: string
  readonly name: string
  /** Absent without a logo that may be shown. */
  readonly logoUrl?: string
  /** True for a client that registered itself: its name is not verified. */
  readonly unverified: boolean
}

type Named = Pick<
  ClientRecord,
  | 'clientIdentifier'
  | 'displayName'
  | 'showDisplayName'
  | 'isSystemLevelClient'
  | 'createdViaDcr'
  | 'description'
>

/**
 * The name of a client for people: its display name, else its identifier. The console's client shows the installation's
 * name, unless an administrator gave it another: users on the way to their account do not know the console.
 * @param claimedName for pages that mark the name as unverified: a self-registered client without a display name goes
 *   by its description, the name from its registration
 */
export function shownName(ctx: Context, client: Named, claimedName: boolean): string {
  const isSeeded = client.isSystemLevelClient && client.displayName === consoleDisplayName
  if (isSeeded && ctx.settings.appName) return ctx.settings.appName
  if (client.showDisplayName && client.displayName) return client.displayName
  const claimed = claimedName && client.createdViaDcr && readableName(client.description)
  return claimed || client.clientIdentifier
}

/** A stranger's name without marks that turn its letters round; '' for one of which nothing can be seen. */
function readableName(claimed: string): string {
  return withoutInvisible(claimed) === '' ? '' : plainName(claimed)
}

/** The clients with these ids as people see them, by id; those that no longer exist are absent. */
export async function shownClients(
  ctx: Context,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, ShownClient>> {
  const found = await ctx.store.clients.listToShow([...new Set(ids)])
  return new Map(found.map((client) => [client.id, shownClient(ctx, client)]))
}

function shownClient(ctx: Context, client: ClientToShow): ShownClient {
  return {
    clientIdentifier: client.clientIdentifier,
    name: shownName(ctx, client, true),
    unverified: isUnverified(ctx, client),
    ...(client.showLogo && client.logo ? { logoUrl: logoUrl(ctx, client) } : {}),
  }
}
