import { FormRefusal } from '#app/_ui/form/form-values.ts'

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

/** The largest file that the server accepts. */
export const maxImageMebibytes = 1
