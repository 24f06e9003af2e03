import { noStore } from '#lib/kernel/outcome.ts'

/**
 * A request as endpoints read it: a web `Request`, or what the start file makes of node's, which is
 * much less work than building one.
 */
export interface HttpRequest {
  readonly method: string
  /** Absolute, at the public address. */
  readonly url: string
  readonly headers: Pick<Headers, 'get' | 'has'>
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null
  /**
   * Reads the body whole, in place of `body`.
   * @returns null when there are more than `limit` bytes
   */
  readonly readWhole?: (limit: number) => Promise<Uint8Array | null>
  /** Aborted when the client closes the connection. Made when it is asked for: few answers take that long. */
  readonly closed?: () => AbortSignal
}

/** The methods that a route file may export a function for. */
export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** An answer as data: what becomes of an outcome before it becomes a `Response`. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[]
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

/** Values of a path's variable segments, as Next hands them to a route file. */
export interface Segment {
  /** A list only where a path takes any number of segments. */
  readonly params: Promise<Readonly<Record<string, string | readonly string[]>>>
}

/** What a route file exports for a method. */
export interface RouteFunction {
  (request: HttpRequest, segment?: Segment): Promise<Response>
  /** The same answer as data, for the start file: it needs no `Response`. */
  readonly answer: (request: HttpRequest, segment?: Segment) => Promise<Answer>
  /** Set on what refuses the methods that a path does not take. */
  readonly refuses?: true
}

/** Makes a route function of one that answers with data. */
export function routeFunction(
  answer: (request: HttpRequest, segment?: Segment) => Promise<Answer>,
): RouteFunction {
  const respond = async (request: HttpRequest, segment?: Segment) =>
    toResponse(await answer(request, segment))
  return Object.assign(respond, { answer })
}

/**
 * Makes the function for the methods that a path does not take (RFC 9110 section 15.5.6).
 * @param allowed the methods it takes
 */
export function methodRefusal(allowed: readonly string[]): RouteFunction {
  // A 405 may be kept by caches unless it says otherwise.
  const headers = { Allow: allowed.join(', '), ...noStore }
  const refuse = routeFunction(async () => ({ status: 405, headers, cookies: [], body: null }))
  return Object.assign(refuse, { refuses: true as const })
}

function toResponse({ status, headers, cookies, body }: Answer): Response {
  const response = new Response(body, { status, headers: { ...headers } })
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}
