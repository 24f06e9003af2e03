'use client'

import { type FieldBinding, TextField } from '#app/_ui/form/fields.tsx'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

const suggestions = ['#3350d0', '#0f6b5c', '#8b5cf6', '#d4002a', '#b25000', '#17171c'] as const

interface ColorsProps {
  readonly primary: FieldBinding
  readonly dark: FieldBinding
  readonly chosen: string
  readonly onChoose: (color: string) => void
}

/** The company's color, typed or chosen, and the one for dark pages. */
export function Colors({ primary, dark, chosen, onChoose }: ColorsProps) {
  const t = useTexts()
  const hasScripts = useScripts()
  const common = {
    optional: t('console.optional'),
    dir: 'ltr',
    autoCapitalize: 'none',
    spellCheck: false,
    className: 'font-mono',
  } as const
  return (
    <>
      {hasScripts && (
        <fieldset className="min-w-0">
          <legend className="sr-only">{t('settings.branding.swatches')}</legend>
          <div className="flex flex-wrap gap-2.5">
            {suggestions.map((color) => (
              <button
                key={color}
                id={`swatch-${color.slice(1)}`}
                type="button"
                aria-pressed={chosen.trim().toLowerCase() === color}
                aria-label={t('settings.branding.swatch', { color })}
                onClick={() => onChoose(color)}
                className="size-8 rounded-full border border-line-strong forced-color-adjust-none aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-[var(--focus)]"
                style={{ background: color }}
              />
            ))}
          </div>
        </fieldset>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('settings.branding.primary')}
          hint={t('settings.branding.primary_hint')}
          binding={primary}
          {...common}
        />
        <TextField
          label={t('settings.branding.primary_dark')}
          hint={t('settings.branding.primary_dark_hint')}
          binding={dark}
          {...common}
        />
      </div>
    </>
  )
}
