import type { AdminSource } from '../database/sources.ts'
import type { ClientRecord } from './clients.ts'

export async function addRedirectUris(
  { db }: AdminSource,
  clientId: number,
  uris: readonly string[],
): Promise<void> {
  await db.clientRedirectUri.createMany({ data: uris.map((uri) => ({ clientId, uri })) })
}

export async function removeRedirectUris(
  { db }: AdminSource,
  clientId: number,
  uris: readonly string[],
): Promise<void> {
  await db.clientRedirectUri.deleteMany({ where: { clientId, uri: { in: [...uris] } } })
}

export async function addWebOrigins(
  { db }: AdminSource,
  clientId: number,
  origins: readonly string[],
): Promise<void> {
  await db.clientWebOrigin.createMany({ data: origins.map((origin) => ({ clientId, origin })) })
}

export async function removeWebOrigins(
  { db }: AdminSource,
  clientId: number,
  origins: readonly string[],
): Promise<void> {
  await db.clientWebOrigin.deleteMany({ where: { clientId, origin: { in: [...origins] } } })
}

/** The client that registered this redirect URI; null unless there is exactly one. */
export async function findByRedirectUri(
  { db }: AdminSource,
  uri: string,
): Promise<ClientRecord | null> {
  const where = { redirectUris: { some: { uri } } }
  const [first, ...others] = await db.client.findMany({ where, take: 2 })
  return first && others.length === 0 ? first : null
}
