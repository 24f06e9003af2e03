'use client'

import { CircleCheck } from 'lucide-react'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { AccentContrast } from '#lib/domain/branding/branding-contrasts.ts'

interface ContrastsProps {
  readonly rows: readonly AccentContrast[]
  readonly language: string
}

/** The contrasts of the colors, and the changes that they needed. */
export function Contrasts({ rows, language }: ContrastsProps) {
  const t = useTexts()
  if (rows.length === 0) return null
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const shownRatio = (ratio: number) => `${format.format(ratio)}\u00a0:\u00a01`
  return (
    <ul id="contrasts" className="grid gap-1.5 text-sm">
      {rows.map(({ what, ratio, shown, change }) => (
        <li key={what} className="flex flex-wrap items-center gap-x-2">
          <CircleCheck className="text-success-text" aria-hidden="true" />
          <span className="min-w-44">{t(`settings.branding.${what}`)}</span>
          <span className="text-muted tabular-nums">
            {change
              ? t(`settings.branding.ratio_${change}`, {
                  ratio: shownRatio(ratio),
                  color: shown.toUpperCase(),
                })
              : shownRatio(ratio)}
          </span>
        </li>
      ))}
    </ul>
  )
}
