import type { Answer, HttpRequest } from '#lib/http/exchange.ts'
import { mediaType } from '#lib/http/incoming.ts'
import type { Log } from '#lib/kernel/log.ts'
import { cutCodePoints } from '#lib/kernel/text.ts'
import { decoded } from '#lib/kernel/url.ts'
import { hidden, redactParameters } from './redact-query.ts'

/** A value whose name contains one of these is hidden. */
const secretName = /password|secret|otp|token|code/i
/** In the value of a parameter: a parameter of its own may begin, written as it is or escaped, once or more often. */
const innerParameter = /[?=]|%(?:25)*(?:3f|26|3d|23)/i
/** Values that are secret under another name: the QR code of a two-factor secret. */
const secretUnderAnotherName = new Set(['base64Image'])
/** Shown in answers: the code of a refusal is from a closed list. */
const readableInAnswers = ['error_code']
/** The most characters of a body, of a text in it, and of a name. */
const longest = { body: 16 * 1024, text: 1_000, name: 100 }
const cutMark = '… [cut]'
/** Bodies of the APIs are half as deep. */
const maxDepth = 8

/** The body of a request as far as the endpoint read it; null: there was more than it takes. */
interface Seen {
  body?: Uint8Array | null
}

/**
 * Answers a request, and if it is one below `/api/v1/` writes it to the log with both bodies, secrets hidden. The
 * answer is that of the endpoint, whatever becomes of the record.
 * @param answer the endpoint; the request that it is given tells what is read of it
 */
export async function answerLogged(
  log: Log,
  requestId: string,
  request: HttpRequest,
  answer: (request: HttpRequest) => Promise<Answer>,
): Promise<Answer> {
  const [, path = '', query = ''] = /^https?:\/\/[^/?#]*([^?]*)\??(.*)$/s.exec(request.url) ?? []
  if (!isApiPath(path) || !log.isLevelEnabled('info')) return answer(request)
  const started = performance.now()
  const seen: Seen = {}
  const write = (answered: Answer | null) => {
    try {
      const record = {
        requestId,
        method: request.method,
        path: cutCodePoints(path, 200),
        ...(query ? { query: redactParameters(query, shownValue) } : {}),
        status: answered?.status ?? 500,
        durationMillis: Math.round((performance.now() - started) * 10) / 10,
        ...(request.readWhole ? { requestBody: describeRequest(request, seen) } : {}),
        ...(answered?.body
          ? { responseBody: describeAnswer(answered.headers, answered.body) }
          : {}),
      }
      log.info(record, 'API request')
    } catch (err) {
      log.error({ err, requestId }, 'an API request could not be logged')
    }
  }
  const answered = await answer(watched(request, seen)).catch((error: unknown) => {
    write(null)
    throw error
  })
  write(answered)
  return answered
}

/** As the route is found: escapes make no difference. */
function isApiPath(path: string): boolean {
  const [, api = '', version = '', ...rest] = path.split('/', 4)
  return rest.length > 0 && decoded(api) === 'api' && decoded(version) === 'v1'
}

function watched(request: HttpRequest, seen: Seen): HttpRequest {
  const { readWhole } = request
  if (!readWhole) return request
  return {
    ...request,
    async readWhole(limit) {
      seen.body = await readWhole(limit)
      return seen.body
    },
  }
}

function describeRequest({ headers }: HttpRequest, { body }: Seen): string {
  const type = shownType(headers.get('content-type'))
  if (body === undefined) return `[${type}, not read]`
  if (body === null) return `[${type}, too large]`
  // The APIs take whatever is no form for JSON.
  const isForm = type === 'application/x-www-form-urlencoded' || type.startsWith('multipart/')
  return describeBody(body, type, isForm ? null : objectIn(body))
}

function describeAnswer(headers: Answer['headers'], body: string | Uint8Array): string {
  const type = shownType(headers['Content-Type'] ?? null)
  const content = type === 'application/json' ? objectIn(body) : null
  return describeBody(body, type, content, readableInAnswers)
}

/** A body that is no JSON is told by its type and size. */
function describeBody(
  body: string | Uint8Array,
  type: string,
  content: object | null,
  readable: readonly string[] = [],
): string {
  return content ? describeJson(content, readable) : `[${type}, ${Buffer.byteLength(body)} bytes]`
}

/** A media type as the log shows it: of what is none, only that. */
function shownType(header: string | null): string {
  const type = mediaType(header)
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : 'no type'
}

/** The JSON object, or list, that a text is. A value by itself is none: it has no name to be judged by. */
function objectIn(text: string | Uint8Array): object | null {
  try {
    const plain = typeof text === 'string' ? text : utf8.decode(text)
    const value: unknown = JSON.parse(plain)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * JSON with every value hidden whose name is that of a secret, at any depth; cut where it is long or deep. A text
 * that is JSON itself is read as such, and in addresses the parameters of their queries count as names.
 * @param readable names at the top whose values are shown all the same
 */
export function describeJson(content: object, readable: readonly string[] = []): string {
  let text = ''
  const write = (value: unknown, depth: number): void => {
    if (text.length > longest.body) return
    if (typeof value === 'string') {
      const nested = /^\s*[[{]/.test(value) ? objectIn(value) : null
      if (nested) write(nested, depth)
      else text += JSON.stringify(cut(hideInAddresses(value), longest.text))
    } else if (typeof value !== 'object' || value === null) text += JSON.stringify(value)
    else if (depth > maxDepth) text += '"[too deep]"'
    else if (Array.isArray(value)) writeList(value, depth)
    else writeObject(value, depth)
  }
  const writeList = (list: readonly unknown[], depth: number) => {
    text += '['
    for (const [index, item] of list.entries()) {
      if (text.length > longest.body) return
      if (index > 0) text += ','
      write(item, depth + 1)
    }
    text += ']'
  }
  const writeObject = (object: object, depth: number) => {
    // An attribute: `key` is the name of `value`.
    const isSecretAttribute = 'key' in object && isSecret(String(object.key))
    const isShown = (name: string) =>
      (depth === 1 && readable.includes(name)) ||
      !(isSecret(name) || (isSecretAttribute && name === 'value'))
    text += '{'
    for (const [index, [name, value]] of Object.entries(object).entries()) {
      if (text.length > longest.body) return
      text += `${index > 0 ? ',' : ''}${JSON.stringify(cut(name, longest.name))}:`
      write(isShown(name) ? value : hidden, depth + 1)
    }
    text += '}'
  }
  write(content, 1)
  return cut(text, longest.body)
}

/** The value of a parameter; null for one that is secret. */
function shownValue(name: string, value: string): string | null {
  return isSecret(name) ? null : hideInAddresses(value)
}

function isSecret(name: string): boolean {
  return secretName.test(name) || secretUnderAnotherName.has(name)
}

/**
 * Addresses carry secrets too: that of a sign-out has a token in it. Hidden are the values of secret parameters, of
 * parameters that hold an address with a secret parameter, and the user information (RFC 3986 section 3.2.1).
 */
function hideInAddresses(text: string): string {
  return text
    .replaceAll(/\/\/[^/?#\s]*@/g, `//${hidden}@`)
    .replaceAll(
      /([?&#]([^=?&#\s]*)=)([^&#\s]*)/g,
      (parameter: string, head: string, name: string, value: string) =>
        isSecret(decoded(name)) || hasInnerSecret(value) ? `${head}${hidden}` : parameter,
    )
}

/** Whether an address in a value may have a secret parameter: it is not taken apart, so more than those are hidden. */
function hasInnerSecret(value: string): boolean {
  return innerParameter.test(value) && (secretName.test(value) || secretName.test(decoded(value)))
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${cutCodePoints(text, max)}${cutMark}`
}
