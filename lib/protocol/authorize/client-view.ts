import type { ApplicationLink, ClientView, Way } from '#lib/answers/view.ts'
import type { Context } from '#lib/context.ts'
import {
  documentHost,
  isDocumentClient,
  isUnverified,
} from '#lib/domain/clients/client-documents.ts'
import { logoUrl } from '#lib/domain/clients/client-logo.ts'
import { shownName } from '#lib/domain/clients/shown-client.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'

/**
 * Describes the client for the pages of a sign-in: display name (else the identifier), logo, description and
 * website. The `show…` flags limit these. A self-registered client is marked as unverified.
 * @param options.claimedName see `shownName`
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
    ...(client.isSystemLevelClient ? { isOwn: true } : {}),
    unverified: isUnverified(ctx, client),
    ...(isDocumentClient(client) ? { host: documentHost(client.clientIdentifier) } : {}),
    ...(logo ? { logoUrl: logoUrl(ctx, client) } : {}),
    ...(description ? { description } : {}),
    ...(client.showWebsiteUrl && hasWebsite(ctx, client) ? { websiteUrl: client.websiteUrl } : {}),
  }
}

/**
 * The link to the client's website, for pages that offer nothing else. `showWebsiteUrl` does not apply here: it
 * controls the link beside a sign-in form.
 * @returns null when no http or https address is stored
 */
export function applicationLink(ctx: Context, client: ClientRecord): ApplicationLink | null {
  const { websiteUrl } = client
  return hasWebsite(ctx, client) ? { name: shownName(ctx, client, false), websiteUrl } : null
}

/** The link to the client's website; none when it is unknown or has no address. */
export function applicationWay(ctx: Context, client: ClientRecord | null): readonly Way[] {
  const application = client && applicationLink(ctx, client)
  return application ? [{ to: 'application', application }] : []
}

/** The client's display name, else its identifier. */
export function clientName(ctx: Context, client: ClientRecord): string {
  return shownName(ctx, client, false)
}

/** A stranger's document may name any website of its host, so the pages do not link to it. */
function hasWebsite(ctx: Context, client: ClientRecord): boolean {
  if (isDocumentClient(client) && isUnverified(ctx, client)) return false
  return isWebAddress(client.websiteUrl)
}

/** Only http and https addresses become links. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s<>"\\]+$/i.test(text) && URL.canParse(text)
}
