import type { SettingsRecord } from '#lib/persistence/store.ts'

/** Logos with too little contrast to the ground that they are made for. */
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
  const [{ default: sharp }, { wcagLuminance }] = await Promise.all([
    import('sharp'),
    import('culori'),
  ])
  const pixels = await sharp(image).toColourspace('srgb').ensureAlpha().raw().toBuffer()
  let painted = 0
  let sum = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha === 0) continue
    painted += alpha
    sum += alpha * wcagLuminance({ mode: 'rgb', r: red / 255, g: green / 255, b: blue / 255 })
  }
  return painted === 0 ? null : Math.round((sum / painted) * 1_000)
}

type Source = Pick<SettingsRecord, 'uiTheme' | 'logoLightLuminance' | 'logoDarkLuminance'>

/** Compares the logos with the ground of the theme, or with that of the neutral one. */
export async function faintLogos(settings: Source): Promise<FaintLogos> {
  const { uiTheme, logoLightLuminance, logoDarkLuminance } = settings
  if (logoLightLuminance === null && logoDarkLuminance === null)
    return { light: false, dark: false }
  // The themes take a while to load, so installations without a logo do not load them.
  const [{ groundOf, neutralGrounds }, { wcagLuminance }] = await Promise.all([
    import('./theme-ground.ts'),
    import('culori'),
  ])
  const own = uiTheme ? groundOf(uiTheme) : null
  const light = own && !own.isDark ? own : neutralGrounds.light
  const dark = own?.isDark ? own : neutralGrounds.dark
  return {
    light: isFaint(logoLightLuminance, wcagLuminance(light.surface)),
    dark: isFaint(logoDarkLuminance, wcagLuminance(dark.surface)),
  }
}

/** @param ground the luminance that the logo lies on */
function isFaint(thousandths: number | null, ground: number): boolean {
  if (thousandths === null) return false
  const [less = 0, more = 0] = [thousandths / 1_000, ground].toSorted((a, b) => a - b)
  return (more + 0.05) / (less + 0.05) < leastContrast
}
