import { CircleCheck } from 'lucide-react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { accentContrasts } from '#lib/domain/branding-contrasts.ts'
import { pageLanguage } from '#lib/http/page.ts'
import type { Branding } from '../values.ts'

interface ContrastsProps {
  readonly settings: Branding
  readonly uiTheme: string
}

/** How well the stored colors can be read, and what was done to them for it. */
export async function Contrasts({ settings, uiTheme }: ContrastsProps) {
  const t = await pageTexts()
  const rows = await accentContrasts({ ...settings, uiTheme })
  if (rows.length === 0) return null
  const format = new Intl.NumberFormat(await pageLanguage(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const shownRatio = (ratio: number) => `${format.format(ratio)}\u00a0:\u00a01`
  return (
    <ul className="grid gap-1.5 text-sm">
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
