/** The lists of a client, for queries of the Prisma client. */
export const withLists = {
  redirectUris: { orderBy: { id: 'asc' } },
  webOrigins: { orderBy: { id: 'asc' } },
} as const
