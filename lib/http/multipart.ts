import { MIMEType } from 'node:util'
import { occursMoreThan } from '#lib/kernel/bounded.ts'

/** No form of ours has more than some hundreds; reading one costs time whoever sent it. */
const mostParts = 1_000

/**
 * Reads a multipart form (RFC 7578).
 * @param contentType the header as sent
 * @returns null for a body that is broken or has more than 1,000 parts
 */
export async function readMultipart(
  contentType: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<FormData | null> {
  const boundary = boundaryOf(contentType)
  if (boundary === null || hasMoreParts(body, `--${boundary}`)) return null
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData()
  } catch {
    return null
  }
}

/** As the parser of the form reads it, so that both look for the same. */
function boundaryOf(contentType: string): string | null {
  try {
    return new MIMEType(contentType).params.get('boundary')
  } catch {
    return null
  }
}

function hasMoreParts(body: Uint8Array<ArrayBuffer>, delimiter: string): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return occursMoreThan(mostParts, bytes, delimiter)
}
