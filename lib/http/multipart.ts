import { MIMEType } from 'node:util'

/** Form types are far shorter. On longer values, Node's parser of media types takes hundreds of milliseconds. */
const maxTypeLength = 256
/** RFC 2046 section 5.1.1. Searching a body for a long boundary takes seconds. */
const allowedBoundary = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/
/** Largest head of one part in bytes, including the file name. */
const maxHeadBytes = 8 * 1024
/** Limit on the bytes of all heads, per permitted part: parsing heads takes most of the time. */
const headBytesPerPart = 256
const endOfHead = '\r\n\r\n'

/**
 * The boundary in the `Content-Type` of a multipart form.
 * @returns null for another type, and without a boundary of at most 70 characters that RFC 2046 permits
 */
export function boundaryOf(contentType: string): string | null {
  if (contentType.length > maxTypeLength) return null
  try {
    const { essence, params } = new MIMEType(contentType)
    const boundary = essence === 'multipart/form-data' ? params.get('boundary') : null
    return boundary !== null && allowedBoundary.test(boundary) ? boundary : null
  } catch {
    return null
  }
}

/**
 * Reads a multipart form (RFC 7578).
 * @param boundary of `boundaryOf`
 * @returns null for a malformed body, more than `maxParts` parts, or far too long heads
 */
export async function readMultipart(
  boundary: string,
  body: Uint8Array<ArrayBuffer>,
  maxParts: number,
): Promise<FormData | null> {
  if (!isModest(body, `--${boundary}`, maxParts)) return null
  try {
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
    return await new Response(body, { headers }).formData()
  } catch {
    return null
  }
}

/** Every part that any parser could find is counted here, whatever is between two delimiters. */
function isModest(body: Uint8Array<ArrayBuffer>, delimiter: string, maxParts: number): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let partsLeft = maxParts
  let headBytesLeft = maxParts * headBytesPerPart
  let at = bytes.indexOf(delimiter)
  while (at !== -1) {
    const begin = at + delimiter.length
    if (!isLast(bytes, begin)) {
      const length = bytes.subarray(begin, begin + maxHeadBytes).indexOf(endOfHead)
      partsLeft--
      headBytesLeft -= length
      if (length === -1 || partsLeft < 0 || headBytesLeft < 0) return false
    }
    at = bytes.indexOf(delimiter, begin)
  }
  return true
}

/** Two hyphens follow the delimiter after the last part. */
function isLast(bytes: Buffer, end: number): boolean {
  return bytes[end] === 0x2d && bytes[end + 1] === 0x2d
}
