import type { Db } from './client.ts'

/** Client logos and profile pictures. */
export function images(db: Db) {
  return {
    /** Identifier matched exactly, including case. */
    logoOfClient: (clientIdentifier: string) =>
      db.clientLogo.findFirst({ where: { client: { clientIdentifier } } }),

    /** Entity tag of the logo, without quotes; null when there is none. */
    logoEtag: async (clientIdentifier: string): Promise<string | null> =>
      (
        await db.clientLogo.findFirst({
          where: { client: { clientIdentifier } },
          select: { etag: true },
        })
      )?.etag ?? null,

    pictureOfSubject: (subject: string) =>
      db.userProfilePicture.findFirst({ where: { user: { subject } } }),

    hasPicture: async (userId: number): Promise<boolean> =>
      (await db.userProfilePicture.count({ where: { userId } })) > 0,
  }
}
