import { MIMEType } from 'node:util'

/** No `Content-Type` of a form is near it; longer ones take the parser of types hundreds of milliseconds. */
const maxTypeLength = 256
/** RFC 2046 section 5.1.1. Looking for a long boundary in a body takes seconds. */
const allowedBoundary = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/
/** The most bytes that the head of one part may have, the file's name included; less than Next takes. */
const maxHeadBytes = 8 * 1024
/** The most bytes of all heads together, for each part that the form may have: reading heads is what takes time. */
const headBytesPerPart = 256
const endOfHead = '\r\n\r\n'
/**
 * Deprecated (RFC 7578 section 4.7), sent by no browser, and read by Next's parser alone, which fails on some of it.
 */
const encodedPart = /^content-transfer-encoding:[ \t]*(?!7bit|8bit|binary)\S/im

/**
 * Tells from the `Content-Type` of a multipart form what divides its parts.
 * @returns null for another type, and when there is no boundary of at most 70 characters that RFC 2046 allows
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

/** A `Content-Type` from which every parser reads this boundary; from one as it was sent they read different ones. */
export function multipartType(boundary: string): string {
  return `multipart/form-data; boundary="${boundary}"`
}

/**
 * Reads a multipart form (RFC 7578).
 * @param boundary of `boundaryOf`
 * @returns null for a body that is broken, has more than `maxParts` parts, heads of parts that are far too long, or an
 *   encoded part
 */
export async function readMultipart(
  boundary: string,
  body: Uint8Array<ArrayBuffer>,
  maxParts: number,
): Promise<FormData | null> {
  if (!isModest(body, `--${boundary}`, maxParts)) return null
  try {
    const headers = { 'content-type': multipartType(boundary) }
    return await new Response(body, { headers }).formData()
  } catch {
    return null
  }
}

/** Whatever stands between two delimiters, a parser sees no part that is not counted here. */
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
      if (encodedPart.test(bytes.toString('latin1', begin, begin + length))) return false
    }
    at = bytes.indexOf(delimiter, begin)
  }
  return true
}

/** After the last part stands its delimiter with two hyphens more. */
function isLast(bytes: Buffer, end: number): boolean {
  return bytes[end] === 0x2d && bytes[end + 1] === 0x2d
}
