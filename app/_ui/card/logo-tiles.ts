import type { FaintLogos } from '#lib/domain/branding/logo-contrast.ts'

interface Logos {
  /** '' for none, as the other one. */
  readonly light: string
  readonly dark: string
}

/**
 * The classes of the tiles behind a logo. An only logo stands on the ground that it is made for, whatever the page's
 * ground; a logo without contrast there stands on the opposite one.
 */
export function logoTiles({ light, dark }: Logos, faint: FaintLogos): string {
  const isOnDarkTile = light ? faint.light : !faint.dark
  const isOnLightTile = dark ? faint.dark : !faint.light
  return [isOnLightTile && 'ui-logo-light', isOnDarkTile && 'ui-logo-dark']
    .filter(Boolean)
    .join(' ')
}
