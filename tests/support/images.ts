import sharp from 'sharp'

/** The formats that uploads accept, and two that they refuse. */
export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'tiff'

export async function anImage(
  format: ImageFormat = 'png',
  width = 20,
  height = width,
): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: 40, g: 90, b: 160 }
  const canvas = sharp({ create: { width, height, channels: 3, background } })
  return new Uint8Array(await canvas.toFormat(format).toBuffer())
}

/** An animation of three frames in different greys. */
export async function anAnimation(
  format: 'gif' | 'webp',
  side: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const frameBytes = side * side * 3
  const pixels = Buffer.concat([60, 120, 180].map((grey) => Buffer.alloc(frameBytes, grey)))
  const raw = { width: side, height: side * 3, channels: 3, pageHeight: side } as const
  return new Uint8Array(await sharp(pixels, { raw }).toFormat(format).toBuffer())
}
