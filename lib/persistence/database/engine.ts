import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { DatabaseConnection, Driver } from 'kysely'

/** What differs between the two databases: how Kysely and Prisma reach them. */
export interface Engine {
  readonly driver: Driver
  readonly prismaAdapter: SqlDriverAdapterFactory
  readonly share: ShareTransaction
  close(): Promise<void>
}

/** Runs `begin`, which begins a transaction of Prisma, and gives it access to that transaction's connection. */
export type ShareTransaction = <T>(
  begin: (shared: () => SharedTransaction) => Promise<T>,
) => Promise<T>

/** The connection of a transaction that Prisma has begun, for Kysely's statements. */
export interface SharedTransaction extends DatabaseConnection {
  /** Refuses later statements, which would run on their own. */
  end(): void
  /** Terminates a running statement, where that is possible: see `inTime`. */
  abort?(): void
  /** Runs after the work, where a lost commit can be looked up. */
  beforeCommit?(): Promise<void>
  /**
   * Returns when the database committed the transaction although its commit failed.
   * @throws otherwise: see `requireCommitted`
   */
  requireCommitted?(failure: unknown): Promise<void>
}
