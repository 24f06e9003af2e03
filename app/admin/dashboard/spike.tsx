import { ShieldAlert } from 'lucide-react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import type { Figures } from './parts.ts'

/** Far more refusals than usual come first. */
export async function Spike({ spike }: Pick<Figures, 'spike'>) {
  if (!spike) return null
  const t = await pageTexts()
  const { hour, refused, usual } = spike
  return (
    <div id="spike" role="alert" className="ui-notice ui-notice-danger mb-5 text-start">
      <ShieldAlert aria-hidden="true" />
      <div className="min-w-0">
        <b>{t('dashboard.spike.title', { count: refused })}</b>{' '}
        <span>
          {t('dashboard.spike.text', { usual })} <Timestamp value={hour} />
        </span>
      </div>
    </div>
  )
}
