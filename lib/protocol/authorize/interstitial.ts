import type { Outcome } from '#lib/answers/outcome.ts'
import type { View } from '#lib/answers/view.ts'
import type { Context } from '#lib/context.ts'
import { isUnverified } from '#lib/domain/clients/client-documents.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import type { OAuthErrorCode } from '../errors.ts'
import { destinationOf } from '../redirect-uri.ts'
import { clientView } from './client-view.ts'
import { declinedDescription } from './decide.ts'
import { deliverError, errorLink, type ResponseTarget } from './respond.ts'
import { storeError } from './stored-request.ts'

type Withheld = Extract<View, { page: 'redirect-withheld' }>['reason']

/** A refusal's destination, and whether a page may be shown on the way. */
export interface Refused {
  readonly client: ClientRecord
  readonly target: ResponseTarget
  /** The request has `prompt=none`, so no page may be shown. */
  readonly silent: boolean
  readonly uiLocales: readonly string[]
}

/**
 * Sends a refusal to the client (RFC 6749, section 4.1.2.1). A self-registered client could use the redirect to
 * send users anywhere. Unless the request was silent, the browser therefore first shows a page that names the
 * client and the destination, and offers the link.
 */
export async function answerRefusal(
  ctx: Context,
  { client, target: asked, silent, uiLocales }: Refused,
  error: OAuthErrorCode,
  description: string,
): Promise<Outcome> {
  const target = { ...asked, uiLocales }
  if (!isUnverified(ctx, client) || silent) return deliverError(ctx, target, error, description)
  const link =
    errorLink(ctx, target, error, description) ??
    (await storeError(ctx, client.clientIdentifier, target, error, description))
  const reason = description === declinedDescription ? 'declined' : 'refused'
  const destination = destinationOf(target.redirectUri)
  return redirectInterstitial(ctx, client, reason, destination, link, uiLocales)
}

/**
 * The page that replaces a redirect. It names the client and the redirect's destination.
 * @param reason why the browser is not redirected
 * @param destination host or URI, shown as text and not as a link
 * @param continueUrl target of the offered link; absent for no link
 */
export async function redirectInterstitial(
  ctx: Context,
  client: ClientRecord,
  reason: Withheld,
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
      reason,
      destination,
      ...(continueUrl === undefined ? {} : { continueUrl }),
      uiLocales,
    },
  }
}
