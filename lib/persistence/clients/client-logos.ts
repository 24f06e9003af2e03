import type { AdminSource } from '../database/sources.ts'
import type { Row } from '../database/tables.ts'

/** The identifier matches exactly, including case. */
export function logoOfClient(
  { db }: AdminSource,
  clientIdentifier: string,
): Promise<Row<'clientLogos'> | null> {
  return db.clientLogo.findFirst({ where: { client: { clientIdentifier } } })
}

/** Entity tag of the logo, without quotes; null without a logo. */
export async function logoEtag(
  { db }: AdminSource,
  clientIdentifier: string,
): Promise<string | null> {
  const logo = await db.clientLogo.findFirst({
    where: { client: { clientIdentifier } },
    select: { etag: true },
  })
  return logo?.etag ?? null
}

export async function saveLogo(
  { db }: AdminSource,
  clientId: number,
  logo: { image: Uint8Array<ArrayBuffer>; contentType: string; etag: string },
): Promise<void> {
  await db.clientLogo.upsert({
    where: { clientId },
    create: { clientId, ...logo },
    update: logo,
    select: { id: true },
  })
}

export async function removeLogo({ db }: AdminSource, clientId: number): Promise<void> {
  await db.clientLogo.deleteMany({ where: { clientId } })
}
