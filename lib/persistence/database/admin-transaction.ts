import type { PrismaClient } from '../generated/sqlite/client.ts'
import { queriesOver } from './dialect.ts'
import type { SharedTransaction, ShareTransaction } from './engine.ts'
import type { Provider } from './provider.ts'
import type { AdminSource } from './sources.ts'
import { inTime } from './transaction.ts'

/**
 * The only place where Kysely and Prisma meet: runs work in an interactive transaction of Prisma's client, with a query
 * builder over the same connection.
 * @param timeoutMs limit for the work, without the commit
 */
export async function inAdminTransaction<T>(
  {
    prisma,
    provider,
    share,
  }: { prisma: PrismaClient; provider: Provider; share: ShareTransaction },
  work: (source: AdminSource) => Promise<T>,
  timeoutMs: number,
): Promise<T> {
  const done = new Done<T>()
  try {
    return await share((shared) =>
      prisma.$transaction(async (db) => {
        const connection = shared()
        const source = { db, provider, queries: queriesOver(provider, connection) }
        const inTransaction = async () => {
          const result = await work(source)
          await connection.beforeCommit?.()
          return result
        }
        try {
          const result = await inTime(inTransaction, timeoutMs, () => connection.abort?.())
          done.set(result, connection)
          return result
        } finally {
          connection.end()
        }
      }, prismaLimits(timeoutMs)),
    )
  } catch (failure) {
    return done.requireCommitted(failure)
  }
}

/**
 * Prisma's own limit must come after ours. A transaction that Prisma aborts continues to run its work, whose statements
 * would then run on their own, or in the connection's next transaction.
 */
function prismaLimits(timeoutMs: number) {
  return { timeout: timeoutMs + 1_000 }
}

/** The result of work whose commit may have been lost. */
class Done<T> {
  #outcome: { readonly result: T; readonly connection: SharedTransaction } | null = null

  set(result: T, connection: SharedTransaction): void {
    this.#outcome = { result, connection }
  }

  /** @throws the failure before the commit, or that of `SharedTransaction.requireCommitted` */
  async requireCommitted(failure: unknown): Promise<T> {
    if (!this.#outcome?.connection.requireCommitted) throw failure
    await this.#outcome.connection.requireCommitted(failure)
    return this.#outcome.result
  }
}
