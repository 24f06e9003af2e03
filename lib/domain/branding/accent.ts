import { converter, formatHex, type Oklch, wcagContrast, wcagLuminance } from 'culori'
import type { Ground } from './theme-ground.ts'

/** The colors that a company's color becomes on one ground, as `#rrggbb`. */
export interface Accent {
  /** Background of buttons and checked boxes. */
  readonly fill: string
  readonly onFill: string
  readonly hover: string
  /** Text of links, on the page and on its sunken parts. */
  readonly link: string
  /** Border of what is filled, so that a pale color still has an outline. */
  readonly edge: string
  /** Background of what is chosen. */
  readonly soft: string
}

const white = '#ffffff'
const darkText = '#17171c'
/** Contrasts (WCAG 2.2, 1.4.3 and 1.4.11); links have some to spare. */
const textContrast = 4.5
const edgeContrast = 3
const linkContrast = { light: 4.6, dark: 6.5 }
/** One step of the search for a lightness, in OKLCH. */
const step = 0.005
/** Lightness of fills in the dark, where the extremes glare or vanish. */
const darkFill = { min: 0.55, max: 0.76 }
/** Below this chroma a color is a gray. */
const grayChroma = 0.03

const toOklch = converter('oklch')
const toLinear = converter('lrgb')

/**
 * Adapts a color to a ground, so that text on it, links and edges are readable. No color is refused: white text is kept
 * where the fill can be darkened for it, and pale fills keep their color under dark text.
 * @param color `#rrggbb`
 */
export function accentOn(color: string, ground: Ground): Accent {
  const away = ground.isDark ? step : -step
  const { fill, onFill } = fillOn(color, ground)
  const lch = toOklch(fill) as Oklch
  const hoverShift = onFill === white ? -0.045 : 0.045
  const wanted = ground.isDark ? linkContrast.dark : linkContrast.light
  const grounds = [ground.sunken, ground.surface]
  return {
    fill,
    onFill,
    hover: hexOf({ ...lch, l: lch.l + hoverShift }),
    link: movedUntil(fill, away, (hex) => grounds.every((on) => contrast(hex, on) >= wanted)),
    edge: movedUntil(fill, away, (hex) => contrast(hex, ground.surface) >= edgeContrast),
    soft: hexOf(
      ground.isDark
        ? { ...lch, l: 0.27, c: Math.min(0.05, lch.c * 0.34) }
        : { ...lch, l: 0.965, c: Math.min(0.022, lch.c * 0.12) },
    ),
  }
}

/** The contrast ratio of two colors (WCAG 2.2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  return wcagContrast(one, other)
}

/** Whether a color is lighter than another one. */
export function isLighter(one: string, other: string): boolean {
  return wcagLuminance(one) > wcagLuminance(other)
}

function fillOn(color: string, { isDark, ink }: Ground): Pick<Accent, 'fill' | 'onFill'> {
  const lch = toOklch(color) as Oklch
  const isDarkGray = lch.c < grayChroma && lch.l < 0.5
  const clamped = { ...lch, l: Math.min(darkFill.max, Math.max(darkFill.min, lch.l)) }
  const fill = isDark ? (isDarkGray ? ink : hexOf(clamped)) : color
  if (contrast(white, fill) < edgeContrast) return { fill, onFill: darkText }
  const isReadable = (hex: string) => contrast(white, hex) >= textContrast
  return { fill: movedUntil(fill, -step, isReadable), onFill: white }
}

/** Moves the lightness step by step until the color is good, at last to black or white. */
function movedUntil(color: string, by: number, isGood: (hex: string) => boolean): string {
  const start = toOklch(color) as Oklch
  const end = by < 0 ? 0 : 1
  let { l } = start
  let hex = color
  while (!isGood(hex) && l !== end) {
    l = Math.min(1, Math.max(0, l + by))
    hex = hexOf({ ...start, l })
  }
  return hex
}

/** Share of the chroma that is kept, again and again, until a screen can show the color. */
const keptChroma = 0.94
/** Rounding may lead a color that screens show just outside of their range. */
const tolerance = 0.0005

function hexOf(color: Oklch): string {
  let { c } = color
  while (c > tolerance && !isShown({ ...color, c })) c *= keptChroma
  return formatHex({ ...color, c })
}

function isShown(color: Oklch): boolean {
  const { r, g, b } = toLinear(color)
  return [r, g, b].every((part) => part >= -tolerance && part <= 1 + tolerance)
}
