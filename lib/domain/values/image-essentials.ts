export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp'

/**
 * Strips metadata from an image before a library reads its size. The library would parse the metadata too, and 60 KB of
 * it took 25 seconds. Examples are tags that refer to themselves, and compressed texts that expand enormously. Data
 * after the beginning of the pixels is left out.
 * @throws RangeError when the file does not have the structure of its format
 */
export function imageEssentials(bytes: Uint8Array, format: ImageFormat): Uint8Array {
  return strippers[format](bytes, false)
}

/**
 * The whole image without its metadata, to be decoded.
 * @throws RangeError when the file does not have the structure of its format
 */
export function imageWithoutMetadata(bytes: Uint8Array, format: ImageFormat): Uint8Array {
  return strippers[format](bytes, true)
}

/** @param isWhole with all pixels, not only what comes before them */
type Stripper = (bytes: Uint8Array, isWhole: boolean) => Uint8Array

const strippers: Record<ImageFormat, Stripper> = {
  jpeg: jpegEssentials,
  png: pngEssentials,
  // GIF metadata is in blocks that the library skips unread.
  gif: (bytes) => bytes,
  webp: webpEssentials,
}

/** Segments follow each other before the first scan, each with its length (ITU-T T.81, B.1 and B.2). */
function jpegEssentials(bytes: Uint8Array, isWhole: boolean): Uint8Array {
  const view = viewOf(bytes)
  const kept = [bytes.subarray(0, 2)]
  let at = 2
  for (;;) {
    const marker = view.getUint16(at)
    // A fill byte.
    if (marker === 0xffff) at++
    else if (marker < 0xffc0 || (marker >= 0xffd0 && marker <= 0xffd9)) throw new RangeError()
    else {
      const end = at + 2 + view.getUint16(at + 2)
      const isApplications = (marker >= 0xffe0 && marker <= 0xffef) || marker === 0xfffe
      if (!isApplications) kept.push(bytes.subarray(at, end))
      // The size comes before the first scan.
      if (marker === 0xffda) {
        if (isWhole) kept.push(bytes.subarray(end))
        return Buffer.concat(kept)
      }
      at = end
    }
  }
}

/** Critical chunks start with a capital letter (PNG, third edition, 5.3 and 5.4); `tRNS` makes pixels transparent. */
function pngEssentials(bytes: Uint8Array, isWhole: boolean): Uint8Array {
  const view = viewOf(bytes)
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8; ; ) {
    const name = view.getUint32(at + 4)
    const end = at + 12 + view.getUint32(at)
    const isKept = (name & 0x20000000) === 0 || (isWhole && name === nameOf('tRNS'))
    if (isKept) kept.push(bytes.subarray(at, end))
    if (name === nameOf(isWhole ? 'IEND' : 'IDAT')) return Buffer.concat(kept)
    at = end
  }
}

/** Keeps every chunk except metadata (RFC 9649, 2.3 and 2.7.1). */
function webpEssentials(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes)
  const metadata = ['EXIF', 'XMP ', 'ICCP'].map(nameOf)
  const kept = [bytes.subarray(0, 12)]
  for (let at = 12; at < bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    if (!metadata.includes(view.getUint32(at))) kept.push(bytes.subarray(at, end))
    at = end
  }
  const essentials = Buffer.concat(kept)
  essentials.writeUInt32LE(essentials.length - 8, 4)
  return essentials
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function nameOf(chunk: string): number {
  return Buffer.from(chunk).readUInt32BE()
}
