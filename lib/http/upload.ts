import { refuse } from '#lib/answers/refusal.ts'
import type { HttpRequest } from './exchange.ts'
import { boundaryOf, readMultipart } from './multipart.ts'
import { readBody } from './read-body.ts'

/** In bytes: the parts of a multipart form other than the file itself. */
const formOverhead = 1024
/** One part is the file; others are ignored. */
const maxParts = 1_000

/**
 * Reads the file field `picture` of a multipart form. The file may exceed the limit by the unused rest of the form's
 * overhead; `checkImage` then refuses it.
 * @param maxBytes the file's size limit
 * @throws Refusal FILE_TOO_LARGE (not a multipart form, too large or malformed), NO_FILE
 */
export async function readUpload(
  request: HttpRequest,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (boundary === null) throw refuse('FILE_TOO_LARGE')
  const body = await readBody(request, maxBytes + formOverhead)
  if (!body) throw refuse('FILE_TOO_LARGE')
  const form = await readMultipart(boundary, new Uint8Array(body), maxParts)
  if (!form) throw refuse('FILE_TOO_LARGE')
  const file = form.getAll('picture').find((part) => part instanceof File)
  if (!file) throw refuse('NO_FILE')
  return new Uint8Array(await file.arrayBuffer())
}
