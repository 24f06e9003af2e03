import type { Kind } from '#lib/guides/guide.ts'
import type { ClientRecord } from './client-page-data.ts'

/** What an application is, as its client says or shows. */
export function kindOf(client: ClientRecord): Kind {
  if (client.kind) return client.kind
  if (!client.authorizationCodeEnabled && client.clientCredentialsEnabled) return 'machine'
  if (!client.isPublic) return 'web'
  return client.webOrigins?.length ? 'spa' : 'native'
}

/** Whether the application acts only for itself: it has no use for UserInfo and sign-out. */
export function isService(client: ClientRecord): boolean {
  const servesPeople =
    client.authorizationCodeEnabled ||
    client.implicitGrantEnabled === true ||
    client.resourceOwnerPasswordCredentialsEnabled === true
  return client.clientCredentialsEnabled && !servesPeople
}
