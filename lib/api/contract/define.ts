import { z } from 'zod'
import type { CatalogKey, ErrorCode } from '#lib/answers/error-codes.ts'

/**
 * The scopes that open an operation. Reads take `admin-read`, the domain's scope or `manage`; writes take the
 * domain's scope or `manage`. `any` takes every administrative scope. `secret` is a read of the clients domain
 * without `admin-read`. `account` takes `manage-account` of a user.
 */
export type Access = 'users' | 'clients' | 'settings' | 'any' | 'secret' | 'account'

/** The declaration of one operation of the Admin or Account API. */
export interface Contract<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  /** Unique verb phrase; names the handler, the client's method and the test file. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `{name}` is a path parameter. */
  readonly path: `/api/v1/${string}`
  readonly access: Access
  /** The administrative policy lets only `authserver:manage` do it, whatever is stored (`guardAlways`). */
  readonly needsManage?: true
  readonly summary: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Instead of `body`: a multipart form with this file field. */
  readonly upload?: 'picture'
  /** Status of success: 201 when a record is created, else 200. */
  readonly status?: 200 | 201
  /** Instead of JSON, success is a file of one of these types (`streamedFile`). */
  readonly files?: readonly string[]
  /** The response body: fields not declared here are dropped. */
  readonly response: Response
  /** The operation's own refusals, besides those of every secured operation. */
  readonly errors: readonly (ErrorCode | CatalogKey)[]
}

/** Declares an operation and keeps the exact types of its parts. */
export function define<
  Response extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(contract: Contract<Params, Query, Body, Response>): Contract<Params, Query, Body, Response> {
  return contract
}

/** A file that is made while it is sent. */
export interface StreamedFile {
  readonly contentType: string
  readonly fileName: string
  readonly body: AsyncIterable<string | Uint8Array>
}

/** The response of an operation with `files`. */
export const streamedFile = z.custom<StreamedFile>()

/** Input and output types of a handler, by its contract. */
export type ParamsOf<C> =
  C extends Contract<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never
export type QueryOf<C> =
  C extends Contract<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
export type BodyOf<C> =
  C extends Contract<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
export type AnswerOf<C> =
  C extends Contract<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.input<R> : never
