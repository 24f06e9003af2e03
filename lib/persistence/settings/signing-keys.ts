import type { Queries, Row } from '../database/tables.ts'

export type KeyPairRecord = Row<'keyPairs'>

/** A signing key without its private half. */
export type PublicKeyRecord = Omit<KeyPairRecord, 'privateKeyEncrypted'>

/** The published columns of a key. */
export type PublishedKey = Pick<KeyPairRecord, 'state' | 'keyIdentifier' | 'publicKeyJwk'>

export type KeyState = 'next' | 'current' | 'previous'

export function findAll(queries: Queries): Promise<KeyPairRecord[]> {
  return queries.selectFrom('keyPairs').selectAll().orderBy('id').execute()
}

/** State and public half of every key, needed for every signature and verification. */
export function publicKeys(queries: Queries): Promise<PublishedKey[]> {
  return queries.selectFrom('keyPairs').select(['state', 'keyIdentifier', 'publicKeyJwk']).execute()
}
