import type { z } from 'zod'
import type { CatalogKey, ErrorCode } from '#lib/kernel/error-codes.ts'

/**
 * Which scopes open an operation. Reads take `admin-read`, the domain's scope or `manage`, writes
 * the domain's scope or `manage`; `any` takes every administrative API scope, `secret` is a read of
 * the clients domain that `admin-read` does not open, `account` takes `manage-account` of a user.
 */
export type Access = 'users' | 'clients' | 'settings' | 'any' | 'secret' | 'account'

/** One operation of the Admin or Account API: everything that is declared about it. */
export interface Contract<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  /** Unique, a verb phrase; names the handler, the client's method and the test file. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `{name}` stands for a path parameter. */
  readonly path: `/api/v1/${string}`
  readonly access: Access
  readonly summary: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** In place of `body`: a multipart form with this file field. */
  readonly upload?: 'picture'
  /** Status of success; 200 unless a record is created. */
  readonly status?: 200 | 201
  /** What is answered: every field not declared here is dropped. */
  readonly response: Response
  /** Refusals of its own, beside those of every secured operation. */
  readonly errors: readonly (ErrorCode | CatalogKey)[]
}

/** Declares an operation; keeps the exact types of its parts. */
export function define<
  Response extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(contract: Contract<Params, Query, Body, Response>): Contract<Params, Query, Body, Response> {
  return contract
}

/** What a handler reads and what it answers, by the contract. */
export type ParamsOf<C> =
  C extends Contract<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never
export type QueryOf<C> =
  C extends Contract<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
export type BodyOf<C> =
  C extends Contract<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
export type AnswerOf<C> =
  C extends Contract<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.input<R> : never
