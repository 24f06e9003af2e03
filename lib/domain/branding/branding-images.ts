import { refuse } from '#lib/answers/refusal.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import type { AdminTx } from '#lib/context.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { imageWithoutMetadata } from '../values/image-essentials.ts'
import { checkImage, type ImageBounds } from '../values/images.ts'
import { isSvg } from '../values/svg.ts'
import { maxBrandingImageBytes } from './image-limit.ts'
import { luminanceOf } from './logo-contrast.ts'

/** The images of the company's look. */
export const brandingImageNames = ['logo-light', 'logo-dark', 'icon'] as const

export type BrandingImageName = (typeof brandingImageNames)[number]

/** The bounds of the upload and of the stored image: no page shows a logo higher than 48 CSS pixels. */
const kinds: Readonly<
  Record<'logo' | 'icon', { bounds: ImageBounds; stored: { width: number; height: number } }>
> = {
  logo: {
    bounds: { minSide: 10, maxWidth: 1024, maxHeight: 512 },
    stored: { width: 1024, height: 192 },
  },
  icon: {
    bounds: { minSide: 64, maxWidth: 512, maxHeight: 512 },
    stored: { width: 512, height: 512 },
  },
}

/** Every image is stored as PNG, so hidden data of the uploaded file is gone. */
const brandingImageType = 'image/png'

const etagColumns = {
  'logo-light': 'logoLightEtag',
  'logo-dark': 'logoDarkEtag',
  icon: 'iconEtag',
} as const satisfies Record<BrandingImageName, keyof SettingsRecord>

/** The column for the luminance of a logo. An icon has none, because its background is unknown. */
const luminanceColumns = {
  'logo-light': 'logoLightLuminance',
  'logo-dark': 'logoDarkLuminance',
  icon: null,
} as const satisfies Record<BrandingImageName, keyof SettingsRecord | null>

/** An image to store. */
export interface CheckedBrandingImage {
  /** A PNG. */
  readonly image: Uint8Array<ArrayBuffer>
  /** See `luminanceOf`. */
  readonly luminance: number | null
}

/** Seconds that decoding one image may take. */
const decodingSeconds = 10
/** Length of an entity tag in hexadecimal characters, as for client logos. */
const etagLength = 16

export function isBrandingImageName(name: string): name is BrandingImageName {
  return brandingImageNames.some((known) => known === name)
}

/** The entity tag of an image, without quotes; '' when there is none. */
export function etagOf(settings: SettingsRecord, name: BrandingImageName): string {
  return settings[etagColumns[name]]
}

/**
 * The address of an image below the server's own. It names the content, so browsers may cache the answer for ever.
 * @returns '' when there is none
 */
export function brandingImagePath(settings: SettingsRecord, name: BrandingImageName): string {
  const etag = etagOf(settings, name)
  return etag && `/branding/${name}?v=${etag}`
}

/**
 * Checks an uploaded image and redraws it, so that only its pixels are kept. The size is read from the header first:
 * an image that would decompress to gigabytes is refused before.
 * @returns the PNG to store; a PNG that this function made comes out unchanged
 * @throws Refusal of `checkImage`, validator.image.is_svg, validator.image.not_square, validator.image.undecodable
 */
export async function checkBrandingImage(
  name: BrandingImageName,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<CheckedBrandingImage> {
  if (bytes.length <= maxBrandingImageBytes && isSvg(bytes)) throw refuse('validator.image.is_svg')
  const { bounds, stored } = kinds[name === 'icon' ? 'icon' : 'logo']
  const { format, width, height } = await checkImage(bytes, maxBrandingImageBytes, bounds)
  if (name === 'icon' && width !== height) throw refuse('validator.image.not_square')
  const { default: sharp } = await import('sharp')
  try {
    const drawn = await sharp(imageWithoutMetadata(bytes, format), {
      limitInputPixels: bounds.maxWidth * bounds.maxHeight,
    })
      .timeout({ seconds: decodingSeconds })
      .resize({ ...stored, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer()
    // The library adds a resolution, which is not part of the pixels.
    const image = new Uint8Array(imageWithoutMetadata(drawn, 'png'))
    return { image, luminance: luminanceColumns[name] && (await luminanceOf(image)) }
  } catch (cause) {
    throw refuse('validator.image.undecodable', { cause })
  }
}

/**
 * Sets an image. Writes `updated_branding` unless the same one is stored already.
 * @param image of `checkBrandingImage`
 */
export async function saveBrandingImage(
  tx: AdminTx,
  name: BrandingImageName,
  { image, luminance }: CheckedBrandingImage,
  loggedInUser: string,
): Promise<SettingsRecord> {
  const etag = sha256Hex(image).slice(0, etagLength)
  const before = await tx.store.settings.lock()
  if (etagOf(before, name) === etag) return before
  await tx.store.images.saveBrandingImage(name, { image, contentType: brandingImageType, etag })
  return writeEtag(tx, name, before, { etag, luminance }, loggedInUser)
}

/** Removes an image. Writes `updated_branding` if there was one. */
export async function removeBrandingImage(
  tx: AdminTx,
  name: BrandingImageName,
  loggedInUser: string,
): Promise<SettingsRecord> {
  const before = await tx.store.settings.lock()
  if (etagOf(before, name) === '') return before
  await tx.store.images.removeBrandingImage(name)
  return writeEtag(tx, name, before, { etag: '', luminance: null }, loggedInUser)
}

function writeEtag(
  tx: AdminTx,
  name: BrandingImageName,
  before: SettingsRecord,
  { etag, luminance }: { readonly etag: string; readonly luminance: number | null },
  loggedInUser: string,
): Promise<SettingsRecord> {
  const column = luminanceColumns[name]
  const old = { [name]: etagOf(before, name) }
  audit(tx, 'updated_branding', { loggedInUser, old, new: { [name]: etag } })
  return tx.store.settings.update({
    [etagColumns[name]]: etag,
    ...(column && { [column]: luminance }),
  })
}
