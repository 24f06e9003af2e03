import type { Db } from '../client.ts'
import { exists } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'

/** Client logos and profile pictures. */
export function images(queries: Queries) {
  return {
    hasPicture: (userId: number): Promise<boolean> =>
      exists(queries.selectFrom('userProfilePictures').select('id').where('userId', '=', userId)),
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminImages(db: Db, queries: Queries) {
  const base = images(queries)
  return {
    ...base,
    /** The identifier matches exactly, including case. */
    logoOfClient: (clientIdentifier: string) =>
      db.clientLogo.findFirst({ where: { client: { clientIdentifier } } }),

    /** Entity tag of the logo, without quotes; null without a logo. */
    logoEtag: async (clientIdentifier: string): Promise<string | null> =>
      (
        await db.clientLogo.findFirst({
          where: { client: { clientIdentifier } },
          select: { etag: true },
        })
      )?.etag ?? null,

    saveLogo: (
      clientId: number,
      logo: { image: Uint8Array<ArrayBuffer>; contentType: string; etag: string },
    ) =>
      db.clientLogo.upsert({
        where: { clientId },
        create: { clientId, ...logo },
        update: logo,
        select: { id: true },
      }),

    removeLogo: (clientId: number) => db.clientLogo.deleteMany({ where: { clientId } }),

    pictureOfSubject: (subject: string) =>
      db.userProfilePicture.findFirst({ where: { user: { subject } } }),

    savePicture: (userId: number, image: Uint8Array<ArrayBuffer>, contentType: string) =>
      db.userProfilePicture.upsert({
        where: { userId },
        create: { userId, image, contentType },
        update: { image, contentType },
        select: { id: true },
      }),

    /** True when there was a picture. */
    removePicture: async (userId: number): Promise<boolean> =>
      (await db.userProfilePicture.deleteMany({ where: { userId } })).count > 0,
  }
}
