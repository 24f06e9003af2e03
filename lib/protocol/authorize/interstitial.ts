import type { Context } from '#lib/context.ts'
import type { Outcome } from '#lib/kernel/outcome.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import type { OAuthErrorCode } from '../errors.ts'
import { clientView } from './client-view.ts'
import { destinationOf } from './redirect-uri.ts'
import { deliverError, errorLink, type ResponseTarget } from './respond.ts'
import { storeError } from './stored-request.ts'

/** To whom a refusal goes, and whether a person may be shown a page on the way. */
export interface Refused {
  readonly client: ClientRecord
  readonly target: ResponseTarget
  /** The request said `prompt=none`: no page may come between. */
  readonly silent: boolean
  readonly uiLocales: readonly string[]
}

/**
 * Tells the client of a refusal at once (RFC 6749, section 4.1.2.1). A client that registered itself
 * could use that to send people anywhere, so unless the request was silent the browser first shows
 * who the client is and where it leads, and offers the link.
 */
export async function answerRefusal(
  ctx: Context,
  { client, target: asked, silent, uiLocales }: Refused,
  error: OAuthErrorCode,
  description: string,
): Promise<Outcome> {
  const target = { ...asked, uiLocales }
  if (!client.createdViaDcr || silent) return deliverError(target, error, description)
  const link =
    errorLink(target, error, description) ??
    (await storeError(ctx, client.clientIdentifier, target, error, description))
  return redirectInterstitial(ctx, client, destinationOf(target.redirectUri), link, uiLocales)
}

/**
 * The page shown in place of a redirect: which application asked, and where it wanted the browser
 * to go.
 * @param destination host or URI, to be read and not followed
 * @param continueUrl where the offered link leads; absent when nothing may be offered
 */
export async function redirectInterstitial(
  ctx: Context,
  client: ClientRecord,
  destination: string,
  continueUrl?: string,
  uiLocales: readonly string[] = [],
): Promise<Outcome> {
  return {
    kind: 'page',
    status: 200,
    view: {
      page: 'redirect-withheld',
      client: await clientView(ctx, client, { claimedName: true }),
      destination,
      ...(continueUrl === undefined ? {} : { continueUrl }),
      uiLocales,
    },
  }
}
