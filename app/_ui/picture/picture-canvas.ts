/** A section of a picture, in percent of its sides. */
export interface PictureArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A picture decoded by the browser. */
export interface ReadPicture {
  readonly file: File
  readonly bitmap: ImageBitmap
  /** Reduced in size for speed; a data URI, which the content security policy allows. */
  readonly previewUrl: string
}

/** Bounds of both sides of a stored picture, in pixels (docs/specification.md "Limits"). */
export const minSidePixels = 10
const maxSidePixels = 512

const previewSidePixels = 1_024
/** Formats that every canvas can encode; anything else becomes a PNG. */
const madeFormats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/png': 'png',
}
const quality = 0.92

/** Decodes a chosen file, with its orientation applied; null if it holds no picture. */
export async function readPicture(file: File): Promise<ReadPicture | null> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, previewSidePixels / Math.max(bitmap.width, bitmap.height))
    const canvas = drawn(bitmap, { x: 0, y: 0, width: 100, height: 100 }, scale)
    return { file, bitmap, previewUrl: canvas.toDataURL() }
  } catch {
    return null
  }
}

/** Whether a file may be sent unchanged: small enough in bytes and pixels, in a format that the server accepts. */
export function fitsUnchanged({ file, bitmap }: ReadPicture, maxBytes: number): boolean {
  const isServed = file.type in madeFormats || file.type === 'image/gif'
  const isSmall = Math.max(bitmap.width, bitmap.height) <= maxSidePixels
  return isServed && isSmall && file.size <= maxBytes
}

/** Crops a picture and scales it down to the stored size. */
export async function cutPicture(picture: ReadPicture, area: PictureArea): Promise<File> {
  const { bitmap, file } = picture
  const longer = Math.max((bitmap.width * area.width) / 100, (bitmap.height * area.height) / 100)
  const canvas = drawn(bitmap, area, Math.min(1, maxSidePixels / longer))
  const wanted = file.type in madeFormats ? file.type : 'image/png'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, wanted, quality))
  if (!blob) throw new Error('The canvas gave no picture.')
  // Browsers fall back to PNG for a format that they cannot encode.
  return new File([blob], `picture.${madeFormats[blob.type] ?? 'png'}`, { type: blob.type })
}

function drawn(bitmap: ImageBitmap, area: PictureArea, scale: number): HTMLCanvasElement {
  const part = {
    x: (bitmap.width * area.x) / 100,
    y: (bitmap.height * area.y) / 100,
    width: (bitmap.width * area.width) / 100,
    height: (bitmap.height * area.height) / 100,
  }
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(part.width * scale))
  canvas.height = Math.max(1, Math.round(part.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser cannot draw.')
  pen.imageSmoothingQuality = 'high'
  const { width, height } = canvas
  pen.drawImage(bitmap, part.x, part.y, part.width, part.height, 0, 0, width, height)
  return canvas
}
