import type { HttpRequest } from './exchange.ts'

/** The body ended early: the client has disconnected and reads no answer. */
export class RequestAbortedError extends Error {
  override readonly name = 'RequestAbortedError'
}

/**
 * Reads a request body of at most `limit` bytes and stops at the limit.
 * @returns null for a larger body
 * @throws RequestAbortedError
 */
export async function readBody(request: HttpRequest, limit: number): Promise<Uint8Array | null> {
  try {
    return await (request.readWhole ? request.readWhole(limit) : readStream(request, limit))
  } catch (cause) {
    throw new RequestAbortedError('The request was aborted.', { cause })
  }
}

/** Shared, because an empty array is immutable. */
const noBytes = new Uint8Array()

async function readStream(request: HttpRequest, limit: number): Promise<Uint8Array | null> {
  if (!request.body) return noBytes
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit) {
    await request.body.cancel()
    return null
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Not cancelled at the limit: Node.js fails to notice that while it still writes a form into the stream.
  for await (const chunk of request.body.values({ preventCancel: true })) {
    size += chunk.byteLength
    if (size > limit) return null
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}
