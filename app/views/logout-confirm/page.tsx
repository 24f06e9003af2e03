import { LogOut } from 'lucide-react'
import { viewData } from '#lib/http/page.ts'
import { StatusCard } from '../../_components/status-card.tsx'
import { pageTexts } from '../../_components/texts.ts'
import { LogoutForm } from './form.tsx'
import { StayLink } from './stay-link.tsx'

/** Asks whether to sign out (`/auth/logout` without a confirmed hint). */
export default async function LogoutConfirmPage() {
  const { fields } = await viewData('logout-confirm')
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-logout-confirm"
      title={t('pages.logout-confirm.title')}
      heading={t('pages.logout-confirm.question')}
      icon={LogOut}
      tone="neutral"
      message={t('pages.logout-confirm.explanation')}
    >
      <LogoutForm
        texts={{
          confirm: t('pages.logout-confirm.confirm'),
          busy: t('pages.logout-confirm.busy'),
        }}
      >
        {fields.map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
      </LogoutForm>
      <StayLink>{t('pages.logout-confirm.cancel')}</StayLink>
    </StatusCard>
  )
}
