import type { Context } from '#lib/context.ts'
import {
  type AuthorizedOperation,
  awaitingAuthorization,
} from '#lib/domain/permissions/authorized-write.ts'
import type { Caller } from '#lib/domain/permissions/caller.ts'
import type { AnswerOf, BodyOf, Contract, ParamsOf, QueryOf } from './contract/define.ts'

/** The input of an operation once the caller is authorized. */
export interface Input<C> {
  readonly caller: Caller
  /** The caller with the operation, for the administrative policy. */
  readonly authorized: AuthorizedOperation
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  /**
   * Decodes the JSON body by the contract. A function, because operations differ in the order of two refusals: an
   * undecodable body and a missing record.
   * @throws Refusal INVALID_REQUEST_BODY
   */
  body(): BodyOf<C>
  /**
   * The bytes of the uploaded file.
   * @param maxBytes at first the limit of profile pictures and client logos
   * @throws Refusal FILE_TOO_LARGE, NO_FILE
   */
  upload(maxBytes?: number): Promise<Uint8Array<ArrayBuffer>>
}

/** An operation: its contract and its implementation. */
export interface Operation<C extends Contract = Contract> {
  readonly contract: C
  handle(ctx: Context, input: Input<C>): Promise<AnswerOf<C>>
}

/**
 * Binds a contract to its handler. A handler has four steps: load (404) and check (400), in the order of the
 * contract; authorize (403); write in one transaction (409, with the audit entry).
 *
 * If the contract declares `MANAGE_SCOPE_REQUIRED`, the handler's context is read-only. Transactions fail unless
 * they use a context returned by a `guard…` function.
 */
export function operation<C extends Contract>(
  contract: C,
  handle: (ctx: Context, input: Input<C>) => Promise<AnswerOf<C>>,
): Operation<C> {
  const isJudged = contract.errors.includes('MANAGE_SCOPE_REQUIRED')
  return {
    contract,
    handle: isJudged ? (ctx, input) => handle(awaitingAuthorization(ctx), input) : handle,
  }
}
