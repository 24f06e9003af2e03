import type { Context } from '#lib/context.ts'
import { type AuthorizedOperation, awaitingAuthorization } from '#lib/domain/authorized-write.ts'
import type { Caller } from '#lib/domain/caller.ts'
import type { AnswerOf, BodyOf, Contract, ParamsOf, QueryOf } from './contract/define.ts'

/** What the gate hands to an operation once the caller may use it. */
export interface Input<C> {
  readonly caller: Caller
  /** The same with the operation, as the administrative policy judges it. */
  readonly authorized: AuthorizedOperation
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  /**
   * Decodes the JSON body by the contract. A function, because operations differ in whether an
   * undecodable body or a missing record is told first.
   * @throws Refusal INVALID_REQUEST_BODY
   */
  body(): BodyOf<C>
  /**
   * The uploaded file's bytes.
   * @throws Refusal FILE_TOO_LARGE, NO_FILE
   */
  upload(): Promise<Uint8Array<ArrayBuffer>>
}

/** An operation: what is declared of it and what it does. */
export interface Operation<C extends Contract = Contract> {
  readonly contract: C
  handle(ctx: Context, input: Input<C>): Promise<AnswerOf<C>>
}

/**
 * Binds a contract to its handler. A handler is four movements: load (404) and check (400), in the order of the
 * contract, then allow (403), and write in one transaction (409, audit inside).
 *
 * Where the contract declares `MANAGE_SCOPE_REQUIRED` the handler's context only reads: each transaction fails unless it
 * is one of the context that a `guard…` returned.
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
