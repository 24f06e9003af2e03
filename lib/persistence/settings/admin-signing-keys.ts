import { lockRows } from '../database/results.ts'
import type { AdminSource } from '../database/sources.ts'
import type { NewRecord } from '../database/tables.ts'
import type { KeyPairRecord, KeyState, PublicKeyRecord } from './signing-keys.ts'

const publicColumns = {
  id: true,
  createdAt: true,
  updatedAt: true,
  signingSince: true,
  state: true,
  keyIdentifier: true,
  type: true,
  algorithm: true,
  publicKeyPem: true,
  publicKeyDer: true,
  publicKeyJwk: true,
} as const

/** Without the private halves. */
export function listPublic({ db }: AdminSource): Promise<PublicKeyRecord[]> {
  return db.keyPair.findMany({ select: publicColumns, orderBy: { id: 'asc' } })
}

/** Without the private half. */
export function findPublicById({ db }: AdminSource, id: number): Promise<PublicKeyRecord | null> {
  return db.keyPair.findUnique({ where: { id }, select: publicColumns })
}

export function findByState({ db }: AdminSource, state: KeyState): Promise<KeyPairRecord | null> {
  return db.keyPair.findUnique({ where: { state } })
}

/** Reads all keys in id order, and makes another rotation wait until the transaction ends. */
export async function lockAll({ db, queries }: AdminSource): Promise<KeyPairRecord[]> {
  await lockRows(queries, queries.selectFrom('keyPairs').select('id').orderBy('id').forUpdate())
  return db.keyPair.findMany({ orderBy: { id: 'asc' } })
}

export function insert({ db }: AdminSource, key: NewRecord<'keyPairs'>): Promise<KeyPairRecord> {
  return db.keyPair.create({ data: key })
}

/**
 * Moves a key to another state: true when it was in the former.
 * @param signingSince when it became the current key, stored with that state
 */
export async function move(
  { db }: AdminSource,
  id: number,
  from: KeyState,
  to: KeyState,
  signingSince?: Date,
): Promise<boolean> {
  const { count } = await db.keyPair.updateMany({
    where: { id, state: from },
    data: { state: to, signingSince },
  })
  return count === 1
}

export async function remove({ db }: AdminSource, id: number, state: KeyState): Promise<boolean> {
  return (await db.keyPair.deleteMany({ where: { id, state } })).count === 1
}
