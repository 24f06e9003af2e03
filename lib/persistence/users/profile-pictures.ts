import type { AdminSource } from '../database/sources.ts'
import type { Row } from '../database/tables.ts'

export function pictureOfSubject(
  { db }: AdminSource,
  subject: string,
): Promise<Row<'userProfilePictures'> | null> {
  return db.userProfilePicture.findFirst({ where: { user: { subject } } })
}

export async function savePicture(
  { db }: AdminSource,
  userId: number,
  image: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<void> {
  await db.userProfilePicture.upsert({
    where: { userId },
    create: { userId, image, contentType },
    update: { image, contentType },
    select: { id: true },
  })
}

/** True when there was a picture. */
export async function removePicture({ db }: AdminSource, userId: number): Promise<boolean> {
  return (await db.userProfilePicture.deleteMany({ where: { userId } })).count > 0
}
