import type { z } from 'zod'
import type { Contract } from './contract/define.ts'

/** Where the server is and who calls. */
export interface ClientOptions {
  /** Public address of the server, without a trailing slash. */
  readonly baseUrl: string
  /** An access token, or what gives one before each call. */
  readonly token: string | (() => string | Promise<string>)
  /** In place of the platform's own. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Sent with every call, `Accept-Language` for example. */
  readonly headers?: Readonly<Record<string, string>>
}

type Text = string | number | boolean
type Values<T> = { readonly [Name in keyof T]: T[Name] | Text }

/** Nothing for a part that the contract lacks; optional where everything in it is. */
type Part<Name extends string, Sent> = [Sent] extends [undefined]
  ? unknown
  : Record<never, never> extends Sent
    ? { readonly [N in Name]?: Sent }
    : { readonly [N in Name]: Sent }

/** What a call takes, by its contract; a file for an operation with an upload. */
type CallInput<C> =
  C extends Contract<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', [z.input<P>] extends [undefined] ? undefined : Values<z.input<P>>> &
        Part<'query', [z.input<Q>] extends [undefined] ? undefined : Partial<Values<z.input<Q>>>> &
        Part<'body', z.input<B>> & { readonly file?: Blob }
    : never

/** What a call answers: the wire shape of the contract. */
type CallAnswer<C> =
  C extends Contract<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never

/** One function an operation, under the operation's id. */
export type ApiClient<Contracts> = {
  readonly [Id in keyof Contracts]: Record<never, never> extends CallInput<Contracts[Id]>
    ? (input?: CallInput<Contracts[Id]>) => Promise<CallAnswer<Contracts[Id]>>
    : (input: CallInput<Contracts[Id]>) => Promise<CallAnswer<Contracts[Id]>>
}

/** An answer of the API that is not success. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** `error_code`; '' when what answered was not the API. */
  readonly code: string
  /** Seconds to wait, when the server says so; null otherwise. */
  readonly retryAfterSeconds: number | null

  constructor(response: Response, body: unknown) {
    const { error_code, error_description } = asRecord(body)
    super(String(error_description ?? `The server answered ${response.status}.`))
    this.status = response.status
    this.code = String(error_code ?? '')
    this.retryAfterSeconds = Number(response.headers.get('retry-after')) || null
  }
}

/** What every call may carry, before the contract's types are looked at. */
interface AnyInput {
  readonly params?: Readonly<Record<string, Text>>
  readonly query?: Readonly<Record<string, Text | undefined>>
  readonly body?: unknown
  readonly file?: Blob
}

/**
 * Makes a client of the Admin and Account APIs: `client.deleteGroup({ params: { id: 7 } })`. A call
 * gives the answer's body and throws an `ApiError` for a refusal.
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
  const response = await ask(address, init)
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new ApiError(response, answer)
  return answer
}

function pathOf({ id, path }: Contract, { params = {} }: AnyInput): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    // A dot segment makes another address of it (RFC 3986 section 5.2.4), and whoever calls us may have been given
    // anything.
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
