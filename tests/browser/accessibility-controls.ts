import { expect, type Page } from '@playwright/test'

/** WCAG 1.4.3 for text, 1.4.11 for everything else that must be visible. */
const minContrast = { words: 4.5, rest: 3 } as const
/** WCAG 2.5.8, in CSS pixels. */
const minTarget = 24

/**
 * Checks in each theme for flaws that axe does not measure. The borders of form controls and the focus ring
 * contrast with the page, and placeholders are readable.
 * @param themes names of daisyUI's themes
 */
export async function expectControlsSeen(page: Page, themes: readonly string[]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const measured = await page.evaluate(measureControls, themes)
  const what = (one: Measured) => `${one.theme}: ${one.what} ${one.contrast.toFixed(2)}`
  for (const kind of ['edge', 'ring', 'placeholder'] as const) {
    const all = measured.filter((one) => one.kind === kind)
    const least = kind === 'placeholder' ? minContrast.words : minContrast.rest
    expect(all.filter(({ contrast }) => contrast < least).map(what), kind).toEqual([])
    if (kind !== 'placeholder') expect(all.length, kind).toBeGreaterThan(0)
  }
}

interface Measured {
  readonly kind: 'edge' | 'ring' | 'placeholder'
  readonly theme: string
  readonly what: string
  readonly contrast: number
}

/** Runs in the page. */
function measureControls(themes: readonly string[]): Measured[] {
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!pixel) throw new Error('The browser draws nothing.')
  /** The luminance of colours layered on top of each other. */
  const luminanceOf = (layers: readonly string[]) => {
    for (const layer of ['white', ...layers]) {
      pixel.fillStyle = layer
      pixel.fillRect(0, 0, 1, 1)
    }
    const [red = 0, green = 0, blue = 0] = [...pixel.getImageData(0, 0, 1, 1).data].map((byte) => {
      const part = byte / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const behind = (element: Element | null): string[] =>
    element ? [...behind(element.parentElement), getComputedStyle(element).backgroundColor] : []
  const contrast = (colour: string, ground: readonly string[]) => {
    const [dark = 0, light = 0] = [luminanceOf(ground), luminanceOf([...ground, colour])].toSorted(
      (a, b) => a - b,
    )
    return (light + 0.05) / (dark + 0.05)
  }
  const seen = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (one) => one.checkVisibility() && one.offsetWidth > 1 && !one.matches(':disabled'),
    )
  const found: Measured[] = []
  for (const theme of themes) {
    document.documentElement.dataset.theme = theme
    const add = (kind: Measured['kind'], one: Element, colour: string, ground: string[]) =>
      found.push({ kind, theme, what: one.id || one.outerHTML, contrast: contrast(colour, ground) })
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    for (const one of seen('.input, .select, .textarea, .file-input, .checkbox, .radio, .toggle')) {
      add('edge', one, getComputedStyle(one).borderTopColor, behind(one.parentElement))
    }
    for (const one of seen(':is(input, textarea)[placeholder]')) {
      const { color, opacity } = getComputedStyle(one, '::placeholder')
      const words = `color-mix(in srgb, ${color} calc(${opacity} * 100%), transparent)`
      add('placeholder', one, words, behind(one))
    }
    for (const one of seen('a, button, input, select, textarea, summary')) {
      one.focus({ focusVisible: true } as FocusOptions)
      const { outlineStyle, outlineColor } = getComputedStyle(one)
      if (outlineStyle !== 'none') add('ring', one, outlineColor, behind(one.parentElement))
    }
  }
  return found
}

/**
 * Links and buttons are large enough for an unsteady hand. An `::after` that fills a whole row counts as
 * large enough.
 */
export async function expectLargeTargets(page: Page): Promise<void> {
  const small = await page.evaluate((least) => {
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, summary')]
    return all
      .filter(
        (one) => one.checkVisibility() && getComputedStyle(one, '::after').position !== 'absolute',
      )
      .map((one) => ({ text: one.id || one.innerText, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && Math.min(box.width, box.height) < least)
      .map(({ text, box }) => `${text}: ${box.width} × ${box.height}`)
  }, minTarget)
  expect(small).toEqual([])
}
