import type { Context } from '#lib/context.ts'

/** A context that calls `before` ahead of each transaction, with its number from 1. */
export function watched(ctx: Context, before: (transactions: number) => unknown): Context {
  const { store } = ctx
  let transactions = 0
  const counting: typeof store.adminTransaction = async (work, options) => {
    await before(++transactions)
    return store.adminTransaction(work, options)
  }
  return { ...ctx, store: { ...store, adminTransaction: counting } }
}
