import type { Db, Provider } from '../client.ts'
import type { Queries } from '../database/tables.ts'
import type { KeyPair, Prisma } from '../generated/sqlite/client.ts'

export type KeyPairRecord = KeyPair
/** A signing key without its private half. */
export type PublicKeyRecord = Omit<KeyPair, 'privateKeyEncrypted' | 'updatedAt'>
/** The published columns of a key. */
export type PublishedKey = Pick<KeyPair, 'state' | 'keyIdentifier' | 'publicKeyJwk'>
export type KeyState = 'next' | 'current' | 'previous'

const publicColumns = {
  id: true,
  createdAt: true,
  state: true,
  keyIdentifier: true,
  type: true,
  algorithm: true,
  publicKeyPem: true,
  publicKeyDer: true,
  publicKeyJwk: true,
} as const

export function signingKeys(queries: Queries) {
  return {
    findAll: (): Promise<KeyPairRecord[]> =>
      queries.selectFrom('keyPairs').selectAll().orderBy('id').execute(),

    /** State and public half of every key, needed for every signature and verification. */
    publicKeys: (): Promise<PublishedKey[]> =>
      queries.selectFrom('keyPairs').select(['state', 'keyIdentifier', 'publicKeyJwk']).execute(),
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminSigningKeys(db: Db, provider: Provider, queries: Queries) {
  const base = signingKeys(queries)
  return {
    ...base,

    /** Without the private halves. */
    listPublic: (): Promise<PublicKeyRecord[]> =>
      db.keyPair.findMany({ select: publicColumns, orderBy: { id: 'asc' } }),

    /** Without the private half. */
    findPublicById: (id: number): Promise<PublicKeyRecord | null> =>
      db.keyPair.findUnique({ where: { id }, select: publicColumns }),

    findByState: (state: KeyState) => db.keyPair.findUnique({ where: { state } }),

    /** Reads all keys in id order, and makes another rotation wait until the transaction ends. */
    async lockAll(): Promise<KeyPairRecord[]> {
      if (provider === 'postgresql') {
        await db.$queryRaw`SELECT "id" FROM "key_pairs" ORDER BY "id" FOR UPDATE`
      }
      return db.keyPair.findMany({ orderBy: { id: 'asc' } })
    },

    insert: (key: Prisma.KeyPairCreateInput) => db.keyPair.create({ data: key }),

    /** Moves a key to another state: true when it was in the former. */
    async move(id: number, from: KeyState, to: KeyState): Promise<boolean> {
      const { count } = await db.keyPair.updateMany({
        where: { id, state: from },
        data: { state: to },
      })
      return count === 1
    },

    remove: async (id: number, state: KeyState): Promise<boolean> =>
      (await db.keyPair.deleteMany({ where: { id, state } })).count === 1,
  }
}
