import type { SettingsRecord } from '#lib/persistence/store.ts'

/** The logos that can hardly be seen on the ground that they are made for. */
export interface FaintLogos {
  readonly light: boolean
  readonly dark: boolean
}

/** Below this contrast (WCAG 2.2) a logo can hardly be seen. */
const leastContrast = 1.5

/**
 * The mean relative luminance (WCAG 2.2) of what an image paints, in thousandths: a pixel counts as far as it is opaque.
 * @param image a PNG
 * @returns null when it paints nothing
 */
export async function luminanceOf(image: Uint8Array<ArrayBuffer>): Promise<number | null> {
  const { default: sharp } = await import('sharp')
  const pixels = await sharp(image).toColourspace('srgb').ensureAlpha().raw().toBuffer()
  let painted = 0
  let sum = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    painted += alpha
    sum += alpha * luminance(red, green, blue)
  }
  return painted === 0 ? null : Math.round((sum / painted) * 1_000)
}

/** Relative luminance of a color in sRGB, 0 to 1. */
function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

type Source = Pick<SettingsRecord, 'uiTheme' | 'logoLightLuminance' | 'logoDarkLuminance'>

/** Compares the logos with the ground of the theme, or with that of the neutral one. */
export async function faintLogos(settings: Source): Promise<FaintLogos> {
  const { uiTheme, logoLightLuminance, logoDarkLuminance } = settings
  if (logoLightLuminance === null && logoDarkLuminance === null)
    return { light: false, dark: false }
  // The themes take a while to load, which installations without a logo need not wait.
  const { groundOf, neutralGrounds } = await import('./theme-ground.ts')
  const own = uiTheme ? groundOf(uiTheme) : null
  const light = own && !own.isDark ? own : neutralGrounds.light
  const dark = own?.isDark ? own : neutralGrounds.dark
  return {
    light: isFaint(logoLightLuminance, light.surface),
    dark: isFaint(logoDarkLuminance, dark.surface),
  }
}

/** @param ground as `#rrggbb` */
function isFaint(thousandths: number | null, ground: string): boolean {
  if (thousandths === null) return false
  const channels = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16))
  const [red = 0, green = 0, blue = 0] = channels
  const [less = 0, more = 0] = [thousandths / 1_000, luminance(red, green, blue)].toSorted(
    (a, b) => a - b,
  )
  return (more + 0.05) / (less + 0.05) < leastContrast
}
