import type { IncomingMessage } from 'node:http'
import { boundaryOf, multipartType, readMultipart } from '#lib/http/multipart.ts'
import { areArguments, argumentsPart, isFormOfPage, namesKnownActions } from './action-arguments.ts'
import type { KnownActions } from './known-actions.ts'

/**
 * Whether a form's body matches its head. Next reports a malformed form as a server failure, so the form is parsed here
 * first. The bytes are put back for the next reader, and the content type is rewritten so that every parser reads the
 * same parts.
 * @param req its `Content-Length` is present and within the limit
 * @param known the permitted actions; null when unknown in advance
 * @returns false for a malformed multipart body or one with too many parts, for action arguments that our pages never
 *   send, and for an unknown action; true for any other body, because nothing parses it
 */
export async function isReadableForm(
  req: IncomingMessage,
  maxParts: number,
  known: KnownActions | null = null,
): Promise<boolean> {
  const contentType = req.headers['content-type'] ?? ''
  const isMultipart = /^multipart\/form-data/i.test(contentType)
  const isAction = req.headers['next-action'] !== undefined
  if (!isMultipart && !isAction) return true
  const boundary = isMultipart ? boundaryOf(contentType) : ''
  const length = Number(req.headers['content-length'] ?? 0)
  if (boundary === null || length === 0) return false
  const body = await readAndPutBack(req, length)
  if (body === null) return false
  if (!isMultipart) return areArguments(Buffer.from(body.buffer).toString())
  const form = await readMultipart(boundary, body, maxParts)
  if (!form) return false
  if (!(isAction ? areArguments(...form.getAll(argumentsPart)) : isFormOfPage(form))) return false
  if (!isAction && known && !namesKnownActions(form, known)) return false
  req.headers['content-type'] = multipartType(boundary)
  return true
}

/** @returns null when the client broke off the request */
async function readAndPutBack(
  req: IncomingMessage,
  length: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  while (size < length) {
    const chunk: Buffer | null = req.read()
    if (chunk) {
      chunks.push(chunk)
      size += chunk.byteLength
    } else if (!(await canGoOn(req))) return null
  }
  const body = new Uint8Array(Buffer.concat(chunks))
  // The stream emits its end in a later turn, and only if it is empty then. The bytes must be back before that.
  req.unshift(Buffer.from(body.buffer))
  return body
}

/** Waits for more of a body; false at its end. */
function canGoOn(req: IncomingMessage): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const more = () => resolve(true)
  const over = () => resolve(false)
  const events = [
    ['readable', more],
    ['end', over],
    ['close', over],
    ['error', over],
  ] as const
  for (const [event, listener] of events) req.on(event, listener)
  if (req.destroyed || req.readableEnded) over()
  return promise.finally(() => {
    for (const [event, listener] of events) req.off(event, listener)
  })
}
