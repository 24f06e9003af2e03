import { refuse } from '#lib/kernel/errors.ts'
import type { HttpRequest } from './exchange.ts'
import { boundaryOf, readMultipart } from './multipart.ts'
import { readBody } from './read-body.ts'

/** The most bytes that a multipart form may have beside its file. */
const formOverhead = 1024
/** One of them is the file; others are left alone. */
const maxParts = 1_000

/**
 * Reads the file field `picture` of a multipart form. The file may be a little larger than the limit,
 * by what the form's own bytes leave over: `checkImage` refuses it then.
 * @param maxBytes the file's size limit
 * @throws Refusal FILE_TOO_LARGE (no multipart form, one too large or unreadable), NO_FILE
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
