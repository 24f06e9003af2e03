import type { AdminSource } from '../database/sources.ts'

/** The progress of the last sign-in at a client since a moment. */
export interface LastSignIn {
  /** When the unfinished sign-in page was opened; null for none. */
  readonly openedAt: Date | null
  /** The client's last code; null when none is stored. */
  readonly code: {
    readonly issuedAt: Date
    readonly exchangedAt: Date | null
    readonly user: {
      readonly id: number
      readonly email: string
      readonly givenName: string
      readonly middleName: string
      readonly familyName: string
      readonly locale: string
    }
  } | null
}

/** Reads the newest interaction and the newest grant of a client, each by its index. */
export async function lastSignIn({ db }: AdminSource, clientId: number): Promise<LastSignIn> {
  const [interaction, grant] = await Promise.all([
    db.interaction.findFirst({
      where: { clientId },
      orderBy: { id: 'desc' },
      select: { createdAt: true },
    }),
    db.grant.findFirst({
      where: { clientId },
      orderBy: { createdAt: 'desc' },
      select: {
        createdAt: true,
        codes: { select: { usedAt: true }, take: 1 },
        user: {
          select: {
            id: true,
            email: true,
            givenName: true,
            middleName: true,
            familyName: true,
            locale: true,
          },
        },
      },
    }),
  ])
  return {
    openedAt: interaction?.createdAt ?? null,
    code: grant && {
      issuedAt: grant.createdAt,
      exchangedAt: grant.codes[0] ? grant.codes[0].usedAt : grant.createdAt,
      user: grant.user,
    },
  }
}

/** When each redirect URI of a client was last used, as far as the cleaner has read the codes. */
export async function redirectUriUses(
  { db }: AdminSource,
  clientId: number,
): Promise<ReadonlyMap<string, Date>> {
  const uses = await db.redirectUriUse.findMany({ where: { clientId } })
  return new Map(uses.map(({ uri, lastUsedAt }) => [uri, lastUsedAt]))
}

/** The addresses to which codes were sent from one moment to before another, with the latest time of each. */
export async function usedAddresses(
  { db }: AdminSource,
  from: Date,
  before: Date,
): Promise<{ clientId: number; redirectUri: string; usedAt: Date }[]> {
  const used = await db.code.groupBy({
    by: ['clientId', 'redirectUri'],
    where: { createdAt: { gte: from, lt: before } },
    _max: { createdAt: true },
  })
  return used.flatMap(({ clientId, redirectUri, _max }) =>
    _max.createdAt ? [{ clientId, redirectUri, usedAt: _max.createdAt }] : [],
  )
}

/** Records the use of a redirect URI, unless it is no longer registered. */
export async function noteUse(
  { db }: AdminSource,
  clientId: number,
  uri: string,
  lastUsedAt: Date,
): Promise<void> {
  const registered = await db.clientRedirectUri.findUnique({
    where: { clientId_uri: { clientId, uri } },
    select: { id: true },
  })
  if (!registered) return
  await db.redirectUriUse.upsert({
    where: { clientId_uri: { clientId, uri } },
    create: { clientId, uri, lastUsedAt },
    update: { lastUsedAt },
  })
}
