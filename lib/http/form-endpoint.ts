import { isUtf8 } from 'node:buffer'
import type { Outcome } from '#lib/answers/outcome.ts'
import type { Cookies } from '#lib/base/network/incoming.ts'
import { occursMoreThan } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { runtime } from '#lib/runtime.ts'
import { contextFor, requestIdOf } from './context.ts'
import {
  type Answer,
  type HttpRequest,
  type httpMethods,
  methodRefusal,
  type RouteFunction,
  routeFunction,
  type Segment,
} from './exchange.ts'
import { failureOutcome } from './failures.ts'
import { mediaType, readHead } from './incoming.ts'
import { boundaryOf, readMultipart } from './multipart.ts'
import { readBody } from './read-body.ts'
import { answerOf } from './respond.ts'
import { failedOriginCheck } from './same-origin.ts'

/** Largest form: a picture of 3 MiB, or 1,000 permissions with three fields each. */
const maxBytes = 4 * 1024 * 1024
const maxFields = 4_000

/** A form that a page of the console sends to a route file beside it. */
export interface SentForm {
  /** Path of the route file, as sent. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly cookies: Cookies
  /** Tells the time, which moves on while the form is answered. */
  readonly clock: () => Date
  /** A script sent the form and reads JSON; otherwise the browser shows the answer. */
  readonly byScript: boolean
  /** Reads the body. The handler calls this only after it has found the visitor's session. */
  read(): Promise<FormData>
}

export type FormHandler = (ctx: Context, form: SentForm) => Promise<Outcome>

/** The body is too large, or is no form. */
class UnreadableForm extends Error {
  override readonly name = 'UnreadableForm'
  readonly reason: 'form_too_large' | 'form_broken'

  constructor(reason: UnreadableForm['reason']) {
    super(reason)
    this.reason = reason
  }
}

const refusalStatus = { cross_site: 403, form_too_large: 413, form_broken: 400 } as const

/**
 * Makes the functions of a route file that receives a form of the console. Forms of other origins are refused, because
 * the endpoint relies on a cookie.
 * @param page the address of the page with the form: `GET` redirects there
 */
export function formEndpoint(
  handler: FormHandler,
  page: (form: Pick<SentForm, 'path' | 'query'>) => string,
): Record<(typeof httpMethods)[number], RouteFunction> {
  const refuse = methodRefusal(['GET', 'HEAD', 'POST'])
  const show = routeFunction(async (request) => {
    const { config } = await runtime()
    return answerOf({ kind: 'redirect', status: 303, location: page(addressOf(request)) }, config)
  })
  const post = routeFunction((request, segment) => answer(handler, page, request, segment))
  return {
    GET: show,
    HEAD: show,
    POST: post,
    PUT: refuse,
    PATCH: refuse,
    DELETE: refuse,
    OPTIONS: refuse,
  }
}

async function answer(
  handler: FormHandler,
  page: (form: Pick<SentForm, 'path' | 'query'>) => string,
  request: HttpRequest,
  segment?: Segment,
): Promise<Answer> {
  const { config, log, clock } = await runtime()
  const requestId = requestIdOf(request)
  const { path, query } = addressOf(request)
  const check = failedOriginCheck(request, config.baseUrl, config.adminConsoleUrl)
  if (check) {
    log.warn({ requestId, path, check }, 'refused a cross-site form')
    return answerOf(refusal('cross_site'), config)
  }
  try {
    const ctx = await contextFor(request, requestId)
    const params = (await segment?.params) as Readonly<Record<string, string>> | undefined
    const outcome = await handler(ctx, {
      path,
      query,
      params: params ?? {},
      clock,
      cookies: readHead(request, config).cookies,
      byScript: mediaType(request.headers.get('accept')) === 'application/json',
      read: () => readForm(request),
    })
    return answerOf(outcome, config)
  } catch (error) {
    if (error instanceof UnreadableForm) return answerOf(refusal(error.reason), config)
    const retry = page({ path, query })
    return answerOf(failureOutcome({ log, requestId }, error, 'page', retry), config)
  }
}

function refusal(reason: keyof typeof refusalStatus): Outcome {
  return {
    kind: 'page',
    status: refusalStatus[reason],
    view: { page: 'error', reason, uiLocales: [] },
  }
}

/** The path stays as sent: the `URL` class would resolve escaped dot segments. */
function addressOf({ url }: HttpRequest): Pick<SentForm, 'path' | 'query'> {
  const [, path = '/', search = ''] = /^https?:\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(url) ?? []
  return { path, query: new URLSearchParams(search) }
}

/** @throws UnreadableForm */
async function readForm(request: HttpRequest): Promise<FormData> {
  const body = await readBody(request, maxBytes)
  if (!body) throw new UnreadableForm('form_too_large')
  const type = request.headers.get('content-type') ?? ''
  const form = mediaType(type).startsWith('multipart/')
    ? await multipartForm(type, body)
    : urlEncodedForm(type, body)
  if (!form) throw new UnreadableForm('form_broken')
  return form
}

async function multipartForm(type: string, body: Uint8Array): Promise<FormData | null> {
  const boundary = boundaryOf(type)
  return boundary === null ? null : readMultipart(boundary, new Uint8Array(body), maxFields)
}

function urlEncodedForm(type: string, body: Uint8Array): FormData | null {
  if (mediaType(type) !== 'application/x-www-form-urlencoded' || !isUtf8(body)) return null
  const text = Buffer.from(body).toString()
  if (occursMoreThan(maxFields - 1, text, '&') || !isReadable(text)) return null
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(`&${text}`)) form.append(name, value)
  return form
}

/** Browsers send no broken escapes and no NUL, which the database cannot store. */
function isReadable(text: string): boolean {
  try {
    return !decodeURIComponent(text).includes('\0')
  } catch {
    return false
  }
}
