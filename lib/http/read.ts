import type { HttpRequest } from './exchange.ts'

/**
 * Reads a request body of at most `limit` bytes; stops reading as soon as there are more.
 * @returns null when the body is larger
 */
export async function readBody(request: HttpRequest, limit: number): Promise<Uint8Array | null> {
  if (request.readWhole) return request.readWhole(limit)
  if (!request.body) return new Uint8Array()
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit) {
    await request.body.cancel()
    return null
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > limit) return null
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}
