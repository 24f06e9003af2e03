import { FormRefusal } from '#app/_ui/form/form-values.ts'
import type { Texts } from '#app/_ui/form/submit-route.ts'
import { maxBrandingImageBytes } from '#lib/domain/branding/image-limit.ts'

/** The images of the page, in its order. */
export const imageNames = ['logo-light', 'logo-dark', 'icon'] as const

export type ImageName = (typeof imageNames)[number]

/**
 * The image that an address names.
 * @throws FormRefusal for another name
 */
export function imageName(name: string): ImageName {
  const found = imageNames.find((known) => known === name)
  if (!found) throw new FormRefusal('', name)
  return found
}

/** Says how large a file may be. */
export function tooLarge(t: Texts): string {
  return t('console.picture.too_large', { max: String(maxBrandingImageBytes / 1024 / 1024) })
}
