import { AsyncLocalStorage } from 'node:async_hooks'
import { noStore } from '#lib/answers/outcome.ts'
import type { View } from '#lib/answers/view.ts'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import type { PageSettings } from './page-settings.ts'

/**
 * A request as endpoints read it: a web `Request`, or the start file's adapter of a Node.js request. The adapter costs
 * much less than building a `Request`.
 */
export interface HttpRequest {
  readonly method: string
  /** Absolute, at the public address. */
  readonly url: string
  readonly headers: Pick<Headers, 'get' | 'has'>
  /** Address of the connection's other end; absent without the start file. */
  readonly peer?: string
  /** The request's id; absent without the start file. */
  readonly requestId?: string
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null
  /**
   * Reads the whole body, in place of `body`.
   * @returns null for more than `limit` bytes
   */
  readonly readWhole?: (limit: number) => Promise<Uint8Array | null>
  /**
   * Aborted when the client closes the connection. Created on demand, because few answers take long enough to need it.
   */
  readonly closed?: () => AbortSignal
}

/** The methods that a route file may export. */
export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** An answer as data: the step between an outcome and a `Response`. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[]
  readonly body: string | Uint8Array<ArrayBuffer> | null
  /** In place of the body: an answer that is made while it is sent. */
  readonly stream?: AsyncIterable<string | Uint8Array>
  /** The page that Next.js renders in place of the body. */
  readonly view?: View
  /** The settings that the endpoint used, for its page. */
  readonly settings?: PageSettings
}

/** An answer with a page. */
export type ViewAnswer = Answer & Required<Pick<Answer, 'view'>>

/** Values of a path's variable segments, as Next passes them to a route file. */
export interface Segment {
  /** A list only for a catch-all segment. */
  readonly params: Promise<Readonly<Record<string, string | readonly string[]>>>
}

/** A route file's export for one method. */
export interface RouteFunction {
  (request: HttpRequest, segment?: Segment): Promise<Response>
  /** The same answer as data, for the start file, which needs no `Response`. */
  readonly answer: (request: HttpRequest, segment?: Segment) => Promise<Answer>
  /** Set on functions that refuse the methods of a path. */
  readonly refuses?: true
}

/** A request that the start file lets Next.js hand to a route file, in development. */
export interface RouteCall {
  readonly request: HttpRequest
  /** Set by the route file's function; absent when the file has none for the method. */
  answer?: Answer
}

/** One object per process, because Next.js bundles route files separately from the start file. */
const routeCalls = () => singleton('route call', () => new AsyncLocalStorage<RouteCall>())

/** Runs `pass` so that the route file's function answers the call. */
export function withRouteCall<T>(call: RouteCall, pass: () => T): T {
  return routeCalls().run(call, pass)
}

export function routeFunction(
  answer: (request: HttpRequest, segment?: Segment) => Promise<Answer>,
): RouteFunction {
  const respond = async (request: HttpRequest, segment?: Segment) => {
    const call = routeCalls().getStore()
    if (!call) return toResponse(await answer(request, segment))
    call.answer = await answer(call.request, segment)
    return new Response(null, { status: call.answer.status })
  }
  return Object.assign(respond, { answer })
}

/**
 * Makes the function for methods that a path does not support (RFC 9110 section 15.5.6).
 * @param allowed the supported methods
 */
export function methodRefusal(allowed: readonly string[]): RouteFunction {
  // Caches may store a 405 by default.
  const headers = { Allow: allowed.join(', '), ...noStore }
  const refuse = routeFunction(async () => ({ status: 405, headers, cookies: [], body: null }))
  return Object.assign(refuse, { refuses: true as const })
}

/** An answer without a page as a web response. */
export function toResponse({ status, headers, cookies, body, stream }: Answer): Response {
  const sent = stream ? readable(stream) : body
  const response = new Response(sent, { status, headers: { ...headers } })
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

function readable(stream: AsyncIterable<string | Uint8Array>): ReadableStream {
  const pieces = stream[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    async cancel() {
      await pieces.return?.()
    },
  })
}
