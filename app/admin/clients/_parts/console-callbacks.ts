import type { ClientRecord } from './client-page-data.ts'

/** The callbacks among the redirect URIs of the console's own client; none for every other client. */
export function consoleCallbacks({ isSystemLevelClient, redirectURIs }: ClientRecord): string[] {
  if (!isSystemLevelClient) return []
  return (redirectURIs ?? [])
    .map(({ uri }) => uri)
    .filter((uri) => uri.endsWith('/console/callback'))
}
