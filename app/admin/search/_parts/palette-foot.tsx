'use client'

import type { PaletteTexts } from './palette-texts.ts'
import { isApple } from './use-palette-keys.ts'

/** Which keys do what. */
export function PaletteFoot({ texts }: { readonly texts: PaletteTexts['keys'] }) {
  const control = typeof navigator !== 'undefined' && isApple() ? '⌘' : 'Ctrl '
  return (
    <div className="ui-palette-foot" aria-hidden="true">
      <span>
        <span className="kbd">↑</span> <span className="kbd">↓</span> {texts.move}
      </span>
      <span>
        <span className="kbd">↵</span> {texts.open}
      </span>
      <span suppressHydrationWarning>
        <span className="kbd" suppressHydrationWarning>
          {control}↵
        </span>{' '}
        {texts.new_tab}
      </span>
      <span className="ms-auto max-sm:hidden">{texts.paste}</span>
    </div>
  )
}
