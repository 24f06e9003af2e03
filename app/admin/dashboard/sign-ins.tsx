import { Panel } from '#app/_ui/layout/panel.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageLanguage } from '#lib/http/page.ts'
import type { Figures } from './parts.ts'
import { SignInChart } from './sign-in-chart.tsx'

interface SignInsProps {
  readonly figures: Figures
  readonly hoursOfBar: number
  /** The server currently stores events. */
  readonly isKept: boolean
}

/** Sign-ins and refusals of the range, as a chart and as a table. */
export async function SignIns({ figures, hoursOfBar, isKept }: SignInsProps) {
  const t = await pageTexts()
  const isEmpty = figures.hours.every(({ signIns, refused }) => signIns + refused === 0)
  return (
    <Panel id="sign-ins" title={t('dashboard.sign_ins.title')} actions={<Legend />}>
      {isEmpty && !isKept ? (
        <p className="text-muted text-sm">{t('dashboard.sign_ins.not_kept')}</p>
      ) : (
        <ClientTexts areas={['dashboard']}>
          <SignInChart
            hours={figures.hours}
            hoursOfBar={hoursOfBar}
            language={await pageLanguage()}
          />
        </ClientTexts>
      )}
    </Panel>
  )
}

async function Legend() {
  const t = await pageTexts()
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
      <li className="inline-flex items-center gap-1.5">
        <span
          aria-hidden="true"
          className="size-2.5 rounded-[3px] bg-[var(--accent)] forced-colors:bg-[CanvasText]"
        />
        {t('dashboard.sign_ins.succeeded')}
      </li>
      <li className="inline-flex items-center gap-1.5">
        <span
          aria-hidden="true"
          className="size-2.5 rounded-[3px] border border-error bg-[repeating-linear-gradient(135deg,var(--color-error)_0_2px,var(--danger-soft)_2px_5px)]"
        />
        {t('dashboard.sign_ins.refused')}
      </li>
    </ul>
  )
}
