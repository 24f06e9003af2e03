import type { AdminSource } from '../database/sources.ts'
import type { Row } from '../database/tables.ts'

export function brandingImage(
  { db }: AdminSource,
  name: string,
): Promise<Row<'brandingImages'> | null> {
  return db.brandingImage.findUnique({ where: { name } })
}

export async function saveBrandingImage(
  { db }: AdminSource,
  name: string,
  image: { image: Uint8Array<ArrayBuffer>; contentType: string; etag: string },
): Promise<void> {
  await db.brandingImage.upsert({
    where: { name },
    create: { name, ...image },
    update: image,
    select: { id: true },
  })
}

export async function removeBrandingImage({ db }: AdminSource, name: string): Promise<void> {
  await db.brandingImage.deleteMany({ where: { name } })
}
