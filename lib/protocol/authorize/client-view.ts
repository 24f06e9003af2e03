import type { Context } from '#lib/context.ts'
import { consoleDisplayName } from '#lib/domain/built-in.ts'
import { logoUrl } from '#lib/domain/client-logo.ts'
import type { ApplicationLink, ClientView } from '#lib/kernel/view.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'

/**
 * What the pages of a sign-in say about the client, as far as its `show…` flags allow: the display
 * name (else the identifier), logo, description and website. A client that registered itself is
 * marked as unverified. The console's own client goes by the name of the installation, unless an
 * administrator has given it another: people on the way to their account know of no console.
 * @param options.claimedName on pages that say so plainly, a self-registered client without a display
 *   name goes by its description, which holds the name it gave when it registered
 */
export async function clientView(
  ctx: Context,
  client: ClientRecord,
  options: { readonly claimedName?: boolean } = {},
): Promise<ClientView> {
  const logo = client.showLogo && (await ctx.store.clients.hasLogo(client.id))
  const name = shownName(ctx, client, options.claimedName ?? false)
  const description = client.showDescription && client.description !== name && client.description
  return {
    name,
    unverified: client.createdViaDcr,
    ...(logo ? { logoUrl: logoUrl(ctx, client) } : {}),
    ...(description ? { description } : {}),
    ...(client.showWebsiteUrl && isWebAddress(client.websiteUrl)
      ? { websiteUrl: client.websiteUrl }
      : {}),
  }
}

/**
 * The way to the client's website, for pages that have nothing else to offer. `showWebsiteUrl` does not matter there: it
 * is about what a sign-in shows beside its form.
 * @returns null when no http or https address is stored
 */
export function applicationLink(ctx: Context, client: ClientRecord): ApplicationLink | null {
  const { websiteUrl } = client
  return isWebAddress(websiteUrl) ? { name: shownName(ctx, client, false), websiteUrl } : null
}

function shownName(ctx: Context, client: ClientRecord, claimedName: boolean): string {
  const isSeeded = client.isSystemLevelClient && client.displayName === consoleDisplayName
  if (isSeeded && ctx.settings.appName) return ctx.settings.appName
  if (client.showDisplayName && client.displayName) return client.displayName
  const claimed = claimedName && client.createdViaDcr && client.description
  return claimed || client.clientIdentifier
}

/** Only http and https become links. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s<>"\\]+$/i.test(text) && URL.canParse(text)
}
