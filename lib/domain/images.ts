import { refuse } from '#lib/answers/refusal.ts'
import { type ImageFormat, imageEssentials } from './image-essentials.ts'

/** Bounds for width and height, in pixels (docs/specification.md "Limits"). */
const minSidePixels = 10
const maxSidePixels = 512

/** The accepted formats, by their first bytes (four bytes of a WebP are its length). */
const formats = [
  { contentType: 'image/jpeg', format: 'jpeg', begins: (head: string) => head.startsWith('ÿØÿ') },
  {
    contentType: 'image/png',
    format: 'png',
    begins: (head: string) => head.startsWith('\x89PNG\r\n\x1a\n'),
  },
  { contentType: 'image/gif', format: 'gif', begins: (head: string) => /^GIF8[79]a/.test(head) },
  {
    contentType: 'image/webp',
    format: 'webp',
    begins: (head: string) => /^RIFF.{4}WEBP/s.test(head),
  },
] as const

export interface CheckedImage {
  /** Detected from the content; the type of the upload is ignored. */
  readonly contentType: (typeof formats)[number]['contentType']
}

/**
 * Accepts a profile picture or a logo: a JPEG, PNG, GIF or WebP by its first bytes. Its size is 10×10 to 512×512 pixels
 * (for an animation, the canvas). Only the parts of the header that give the size are read, so an image that would
 * decompress to gigabytes costs nothing.
 * @param maxBytes the size limit of the file
 * @throws Refusal FILE_TOO_LARGE, validator.image.empty, .unsupported_type, .undecodable, .dimensions_too_small,
 *   .dimensions_too_large (in this order)
 */
export async function checkImage(
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
): Promise<CheckedImage> {
  if (bytes.length > maxBytes) {
    throw refuse('FILE_TOO_LARGE', { description: `The file may have at most ${maxBytes} bytes.` })
  }
  if (bytes.length === 0) throw refuse('validator.image.empty')
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  const found = formats.find(({ begins }) => begins(head))
  if (!found) throw refuse('validator.image.unsupported_type')
  const { width, height } = await readSize(bytes, found.format)
  if (Math.min(width, height) < minSidePixels) {
    throw refuse('validator.image.dimensions_too_small', { parameters: { min: minSidePixels } })
  }
  if (Math.max(width, height) > maxSidePixels) {
    throw refuse('validator.image.dimensions_too_large', { parameters: { max: maxSidePixels } })
  }
  return { contentType: found.contentType }
}

/** Reads width and height in pixels from the header. */
async function readSize(
  bytes: Uint8Array<ArrayBuffer>,
  format: ImageFormat,
): Promise<{ width: number; height: number }> {
  // Loaded with the first image instead of at startup, because it takes about 15 MB of memory.
  const { default: sharp } = await import('sharp')
  try {
    const header = await sharp(imageEssentials(bytes, format), {
      limitInputPixels: false,
    }).metadata()
    if (header.format !== format) throw new Error(`The content is ${header.format}.`)
    return { width: header.width, height: header.height }
  } catch (cause) {
    throw refuse('validator.image.undecodable', { cause })
  }
}
