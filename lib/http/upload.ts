import { refuse } from '#lib/kernel/errors.ts'
import type { HttpRequest } from './exchange.ts'
import { boundaryOf, readMultipart } from './multipart.ts'
import { readBody } from './read.ts'

/** What a multipart form may weigh beside its file, in bytes. */
const formOverhead = 1024
/** One of them is the file; others are left alone. */
const mostParts = 1_000

/**
 * Reads the file field `picture` of a multipart form (admin-api §9). The form leaves room for a little more than the
 * limit: whoever judges the file's content refuses one that takes it.
 * @param maxBytes the file's size limit
 * @throws Refusal FILE_TOO_LARGE (no multipart form, one too large or unreadable), NO_FILE
 */
export async function readUpload(request: HttpRequest, maxBytes: number): Promise<Uint8Array> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (boundary === null) throw refuse('FILE_TOO_LARGE')
  const body = await readBody(request, maxBytes + formOverhead)
  if (!body) throw refuse('FILE_TOO_LARGE')
  const form = await readMultipart(boundary, new Uint8Array(body), mostParts)
  if (!form) throw refuse('FILE_TOO_LARGE')
  const file = form.getAll('picture').find((part) => part instanceof File)
  if (!file) throw refuse('NO_FILE')
  return new Uint8Array(await file.arrayBuffer())
}
