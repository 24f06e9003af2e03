import type { z } from 'zod'
import type { Contract, StreamedFile } from './contract/define.ts'

export interface ClientOptions {
  /** Public address of the server, without a trailing slash. */
  readonly baseUrl: string
  /** An access token, or a function that returns one before each call. */
  readonly token: string | (() => string | Promise<string>)
  /** Replaces the platform's `fetch`. */
  readonly fetch?: (url: string, init: RequestInit, contract: Contract) => Promise<Response>
  /** Headers of every call, for example `Accept-Language`. */
  readonly headers?: Readonly<Record<string, string>>
}

type Text = string | number | boolean
type Values<T> = { readonly [Name in keyof T]: T[Name] | Text }

/** Omits a part that the contract lacks; optional when all its fields are optional. */
type Part<Name extends string, Sent> = [Sent] extends [undefined]
  ? unknown
  : Record<never, never> extends Sent
    ? { readonly [N in Name]?: Sent }
    : { readonly [N in Name]: Sent }

/** The input of a call by its contract; a file for an operation with an upload. */
type CallInput<C> =
  C extends Contract<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', [z.input<P>] extends [undefined] ? undefined : Values<z.input<P>>> &
        Part<'query', [z.input<Q>] extends [undefined] ? undefined : Partial<Values<z.input<Q>>>> &
        Part<'body', z.input<B>> & { readonly file?: Blob }
    : never

/** The answer of a call: the wire shape of the contract. */
type CallAnswer<C> =
  C extends Contract<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never

/** One function per operation, named after the operation's id. */
export type ApiClient<Contracts> = {
  readonly [Id in keyof Contracts]: Record<never, never> extends CallInput<Contracts[Id]>
    ? (input?: CallInput<Contracts[Id]>) => Promise<CallAnswer<Contracts[Id]>>
    : (input: CallInput<Contracts[Id]>) => Promise<CallAnswer<Contracts[Id]>>
}

/** A response of the API other than success. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** `error_code`; '' when the response did not come from the API. */
  readonly code: string
  /** Seconds to wait, from the response; null without them. */
  readonly retryAfterSeconds: number | null

  constructor(response: Response, body: unknown) {
    const { error_code, error_description } = asRecord(body)
    super(String(error_description ?? `The server answered ${response.status}.`))
    this.status = response.status
    this.code = String(error_code ?? '')
    this.retryAfterSeconds = Number(response.headers.get('retry-after')) || null
  }
}

/** The untyped input of any call. */
interface AnyInput {
  readonly params?: Readonly<Record<string, Text>>
  readonly query?: Readonly<Record<string, Text | undefined>>
  readonly body?: unknown
  readonly file?: Blob
}

/**
 * Creates a client of the Admin and Account APIs: `client.deleteGroup({ params: { id: 7 } })`. A call returns the
 * response body and throws an `ApiError` for a refusal.
 * @param contracts those of `contract/index.ts`, or some of them
 */
export function createClient<const Contracts extends Readonly<Record<string, Contract>>>(
  contracts: Contracts,
  options: ClientOptions,
): ApiClient<Contracts> {
  const calls = Object.entries(contracts).map(([id, contract]) => [
    id,
    (input: AnyInput = {}) => call(contract, input, options),
  ])
  return Object.fromEntries(calls)
}

async function call(contract: Contract, input: AnyInput, options: ClientOptions): Promise<unknown> {
  const { baseUrl, token, fetch: ask = fetch, headers } = options
  const sent = new Headers(headers)
  sent.set('Authorization', `Bearer ${typeof token === 'string' ? token : await token()}`)
  const body = bodyOf(contract, input)
  if (typeof body === 'string') sent.set('Content-Type', 'application/json')
  const address = `${baseUrl}${pathOf(contract, input)}${queryOf(input)}`
  const init = { method: contract.method, headers: sent, ...(body !== undefined && { body }) }
  const response = await ask(address, init, contract)
  if (response.ok && contract.files) return fileOf(response)
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new ApiError(response, answer)
  return answer
}

function fileOf({ headers, body }: Response): StreamedFile {
  const [, fileName = ''] =
    /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '') ?? []
  return { contentType: headers.get('content-type') ?? '', fileName, body: body ?? noBytes() }
}

async function* noBytes() {}

function pathOf({ id, path }: Contract, { params = {} }: AnyInput): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    // A dot segment would change the path (RFC 3986 section 5.2.4), and callers may pass untrusted values.
    const isUsable =
      typeof value === 'number' || (typeof value === 'string' && !/^\.{0,2}$/.test(value))
    if (!isUsable) throw new TypeError(`${id} needs the parameter '${name}'.`)
    return encodeURIComponent(value)
  })
}

function queryOf({ query = {} }: AnyInput): string {
  const values = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) values.append(name, String(value))
  }
  return values.size > 0 ? `?${values}` : ''
}

function bodyOf(contract: Contract, { body, file }: AnyInput): string | FormData | undefined {
  if (!contract.upload) return contract.body && JSON.stringify(body ?? {})
  const form = new FormData()
  if (file) form.append(contract.upload, file)
  return form
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
}
