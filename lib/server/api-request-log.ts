import type { Log } from '#lib/base/log/log.ts'
import { decoded } from '#lib/base/network/url.ts'
import { cutCodePoints } from '#lib/base/text/text.ts'
import type { Answer, HttpRequest } from '#lib/http/exchange.ts'
import { mediaType } from '#lib/http/incoming.ts'
import { hidden, redactParameters } from './redact-query.ts'

/** A value is hidden when its name contains one of these words. */
const secretName = /password|secret|otp|token|code/i
/**
 * A character in a parameter's value that may begin an inner parameter, in plain text or percent-encoded any number of
 * times.
 */
const innerParameter = /[?=]|%(?:25)*(?:3f|26|3d|23)/i
/** Secrets under another name: the QR code of a two-factor secret. */
const secretUnderAnotherName = new Set(['base64Image'])
/** Refusal codes in answers are from a closed list, so they are shown. */
const readableInAnswers = ['error_code']
/** In characters: of a body, of a text in a body, and of a name. */
const maxLengths = { body: 16 * 1024, text: 1_000, name: 100 }
const cutMark = '… [cut]'
/** Twice the depth of the APIs' bodies. */
const maxDepth = 8

/** The body that the endpoint has read; null when the body was too large. */
interface Seen {
  body?: Uint8Array | null
}

/**
 * Answers a request. A request below `/api/v1/` is logged with both bodies, secrets hidden. A logging failure never
 * changes the answer.
 * @param answer the endpoint; the request passed to it records which body it reads
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
        durationMs: Math.round((performance.now() - started) * 10) / 10,
        ...(request.readWhole ? { requestBody: describeRequest(request, seen) } : {}),
        ...(answered?.body
          ? { responseBody: describeAnswer(answered.headers, answered.body) }
          : {}),
      }
      log.info(record, 'API request')
    } catch (err) {
      log.error({ err, requestId }, 'failed to log an API request')
    }
  }
  const answered = await answer(watched(request, seen)).catch((error: unknown) => {
    write(null)
    throw error
  })
  write(answered)
  return answered
}

/** Decodes escapes, as the router does. */
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
  // The APIs read every body except forms as JSON.
  const isForm = type === 'application/x-www-form-urlencoded' || type.startsWith('multipart/')
  return describeBody(body, type, isForm ? null : objectIn(body))
}

function describeAnswer(headers: Answer['headers'], body: string | Uint8Array): string {
  const type = shownType(headers['Content-Type'] ?? null)
  const content = type === 'application/json' ? objectIn(body) : null
  return describeBody(body, type, content, readableInAnswers)
}

/** Describes a body that is not JSON by its type and size. */
function describeBody(
  body: string | Uint8Array,
  type: string,
  content: object | null,
  readable: readonly string[] = [],
): string {
  return content ? describeJson(content, readable) : `[${type}, ${Buffer.byteLength(body)} bytes]`
}

/** A media type for the log, or a placeholder for an invalid one. */
function shownType(header: string | null): string {
  const type = mediaType(header)
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : 'no type'
}

/**
 * Parses a JSON object or list. A bare value is not logged, because without a name it cannot be recognized as a secret.
 */
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
 * JSON for the log. Values with the name of a secret are hidden at any depth, and long or deep content is cut. A text
 * that is itself JSON is treated as JSON. In addresses, the names of query parameters count.
 * @param readable names at the top level whose values are always shown
 */
export function describeJson(content: object, readable: readonly string[] = []): string {
  let text = ''
  const write = (value: unknown, depth: number): void => {
    if (text.length > maxLengths.body) return
    if (typeof value === 'string') {
      const nested = /^\s*[[{]/.test(value) ? objectIn(value) : null
      if (nested) write(nested, depth)
      else text += JSON.stringify(cut(hideInAddresses(value), maxLengths.text))
    } else if (typeof value !== 'object' || value === null) text += JSON.stringify(value)
    else if (depth > maxDepth) text += '"[too deep]"'
    else if (Array.isArray(value)) writeList(value, depth)
    else writeObject(value, depth)
  }
  const writeList = (list: readonly unknown[], depth: number) => {
    text += '['
    for (const [index, item] of list.entries()) {
      if (text.length > maxLengths.body) return
      if (index > 0) text += ','
      write(item, depth + 1)
    }
    text += ']'
  }
  const writeObject = (object: object, depth: number) => {
    // In an attribute, `key` is the name of `value`.
    const isSecretAttribute = 'key' in object && isSecret(String(object.key))
    const isShown = (name: string) =>
      (depth === 1 && readable.includes(name)) ||
      !(isSecret(name) || (isSecretAttribute && name === 'value'))
    text += '{'
    for (const [index, [name, value]] of Object.entries(object).entries()) {
      if (text.length > maxLengths.body) return
      text += `${index > 0 ? ',' : ''}${JSON.stringify(cut(name, maxLengths.name))}:`
      write(isShown(name) ? value : hidden, depth + 1)
    }
    text += '}'
  }
  write(content, 1)
  return cut(text, maxLengths.body)
}

/** The value of a parameter; null for a secret one. */
function shownValue(name: string, value: string): string | null {
  return isSecret(name) ? null : hideInAddresses(value)
}

function isSecret(name: string): boolean {
  return secretName.test(name) || secretUnderAnotherName.has(name)
}

/**
 * Hides secrets in addresses; the address of a sign-out, for example, contains a token. Hidden are the values of secret
 * parameters, values that contain an address with a secret parameter, and user information (RFC 3986 section 3.2.1).
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

/**
 * Whether a value may contain an address with a secret parameter. The value is not parsed, so the check hides more than
 * necessary.
 */
function hasInnerSecret(value: string): boolean {
  return innerParameter.test(value) && (secretName.test(value) || secretName.test(decoded(value)))
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${cutCodePoints(text, max)}${cutMark}`
}
