import type { IncomingMessage } from 'node:http'
import { boundaryOf, multipartType, readMultipart } from '#lib/http/multipart.ts'
import { areArguments, argumentsPart, isFormOfPage, namesKnownActions } from './action-arguments.ts'
import type { KnownActions } from './known-actions.ts'

/**
 * Whether the body of a form is what its head says. Next answers a form that it cannot read as if we had failed, so
 * it is read here before; the bytes are put back, and whoever reads the request next finds them all, under a type that
 * cannot be read in any other way than it was here.
 * @param req its length was told by `Content-Length` and found small enough
 * @param known the actions that a form may name; null when they are not known beforehand
 * @returns false for a multipart body that is broken or has more parts than that, and for the call of an action with
 *   arguments that no page of ours sends, or that names an action which is not known; true for any other body, which nobody parses
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

/** @returns null when the request broke off */
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
  // Before the stream tells that it has ended, which it does in a later turn, and only if it is empty then.
  req.unshift(Buffer.from(body.buffer))
  return body
}

/** Waits for more of a body; false when there will be none. */
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
