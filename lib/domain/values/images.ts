import { refuse } from '#lib/answers/refusal.ts'
import { type ImageFormat, imageEssentials } from './image-essentials.ts'

/** Bounds of an image, in pixels. */
export interface ImageBounds {
  readonly minSide: number
  readonly maxWidth: number
  readonly maxHeight: number
}

/** The bounds of profile pictures and client logos (docs/specification.md "Limits"). */
const pictureBounds: ImageBounds = { minSide: 10, maxWidth: 512, maxHeight: 512 }

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
  readonly format: ImageFormat
  readonly width: number
  readonly height: number
}

/**
 * Accepts an image: a JPEG, PNG, GIF or WebP by its first bytes, within the bounds (for an animation, the canvas). Only
 * the parts of the header that give the size are read, so an image that would decompress to gigabytes costs nothing.
 * @param maxBytes the size limit of the file
 * @param bounds at first those of profile pictures and client logos: 10×10 to 512×512 pixels
 * @throws Refusal FILE_TOO_LARGE, validator.image.empty, .unsupported_type, .undecodable, .dimensions_too_small,
 *   .dimensions_too_large (in this order)
 */
export async function checkImage(
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
  bounds: ImageBounds = pictureBounds,
): Promise<CheckedImage> {
  if (bytes.length > maxBytes) {
    throw refuse('FILE_TOO_LARGE', { description: `The file may have at most ${maxBytes} bytes.` })
  }
  if (bytes.length === 0) throw refuse('validator.image.empty')
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  const found = formats.find(({ begins }) => begins(head))
  if (!found) throw refuse('validator.image.unsupported_type')
  const { contentType, format } = found
  const { width, height } = await readSize(bytes, format)
  requireWithin(bounds, width, height)
  return { contentType, format, width, height }
}

function requireWithin(
  { minSide: min, maxWidth, maxHeight }: ImageBounds,
  width: number,
  height: number,
): void {
  const tooLarge = (max: number) =>
    refuse('validator.image.dimensions_too_large', { parameters: { max } })
  if (Math.min(width, height) < min) {
    throw refuse('validator.image.dimensions_too_small', { parameters: { min } })
  }
  if (width > maxWidth) throw tooLarge(maxWidth)
  if (height > maxHeight) throw tooLarge(maxHeight)
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
