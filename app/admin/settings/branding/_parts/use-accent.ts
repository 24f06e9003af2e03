'use client'

import { useEffect, useState } from 'react'
import type { AccentContrast } from '#lib/domain/branding/branding-contrasts.ts'
import type { AccentSides, AccentSource } from '#lib/domain/branding/branding-style.ts'

/** The colors made from a typed color; null without one. */
export interface ShownAccent {
  readonly sides: AccentSides | null
  readonly contrasts: readonly AccentContrast[]
}

const color = /^(#[0-9a-f]{6})?$/i

/**
 * The accent of the typed colors; an incomplete color changes nothing. The library of colors is loaded with the first
 * change.
 * @param stored the accent of the stored colors
 */
export function useAccent(source: AccentSource, stored: ShownAccent): ShownAccent {
  const [shown, setShown] = useState(stored)
  const { uiTheme } = source
  const [light, dark] = [source.primaryColor.trim(), source.primaryColorDark.trim()]
  const [first] = useState(`${light} ${dark}`)
  const isStored = `${light} ${dark}` === first
  useEffect(() => {
    if (isStored) setShown(stored)
    if (isStored || !color.test(light) || !color.test(dark)) return
    let isCurrent = true
    void accentOf({ primaryColor: light, primaryColorDark: dark, uiTheme }).then((accent) => {
      if (isCurrent) setShown(accent)
    })
    return () => {
      isCurrent = false
    }
  }, [light, dark, uiTheme, isStored, stored])
  return shown
}

async function accentOf(source: AccentSource): Promise<ShownAccent> {
  const [{ accentSides }, { accentContrasts }] = await Promise.all([
    import('#lib/domain/branding/branding-style.ts'),
    import('#lib/domain/branding/branding-contrasts.ts'),
  ])
  const [sides, contrasts] = await Promise.all([accentSides(source), accentContrasts(source)])
  return { sides, contrasts }
}
