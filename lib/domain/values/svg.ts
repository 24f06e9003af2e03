import { constants, gunzipSync } from 'node:zlib'

/** The root element comes within so many bytes, after a prolog and comments. */
const headBytes = 4_096
/** As much as the compressed head can become. */
const maxHeadBytes = 8 * 1024 * 1024

/** True for an SVG by its content, compressed or not: people upload what their designer sent, under any name. */
export function isSvg(bytes: Uint8Array<ArrayBuffer>): boolean {
  const head = Buffer.from(bytes.subarray(0, headBytes))
  const text = (isGzip(head) ? unpacked(head) : head).subarray(0, headBytes).toString('utf8')
  return /^\ufeff?\s*</.test(text) && /<svg[\s/>]/i.test(text)
}

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b
}

function unpacked(head: Buffer): Buffer {
  try {
    // The rest of the file is missing, so the end is not awaited.
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxHeadBytes }
    return gunzipSync(head, options)
  } catch {
    return Buffer.alloc(0)
  }
}
