import { refuse } from '#lib/kernel/errors.ts'
import type { HttpRequest } from './exchange.ts'

/**
 * The file field `picture` of a multipart form.
 * @param body the form's bytes; null when there were more than may be read
 * @param maxBytes the file's size limit
 * @throws Refusal FILE_TOO_LARGE (form too large or unreadable, file over the limit), NO_FILE
 */
export async function readUpload(
  request: Pick<HttpRequest, 'headers'>,
  body: Uint8Array | null,
  maxBytes: number,
): Promise<Uint8Array> {
  if (!body) throw refuse('FILE_TOO_LARGE')
  const form = await readForm(request.headers.get('content-type') ?? '', body)
  const file = form.get('picture')
  if (!(file instanceof File)) throw refuse('NO_FILE')
  if (file.size > maxBytes) throw refuse('FILE_TOO_LARGE')
  return new Uint8Array(await file.arrayBuffer())
}

async function readForm(contentType: string, body: Uint8Array): Promise<FormData> {
  try {
    const headers = { 'content-type': contentType }
    return await new Response(new Uint8Array(body), { headers }).formData()
  } catch (cause) {
    throw refuse('FILE_TOO_LARGE', { cause })
  }
}
