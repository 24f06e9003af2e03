import { CircleCheck, LogOut } from 'lucide-react'
import { StatusCard } from '#app/_ui/shell/status-card.tsx'
import { ToApplication } from '#app/_ui/shell/to-application.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'
import { LogoutForm } from './form.tsx'
import { StayLink } from './stay-link.tsx'

/** Asks whether to sign out (`/auth/logout` without a confirmed hint). */
export default async function LogoutConfirmPage() {
  const { fields, isSignedOut, application } = await viewData('logout-confirm')
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-logout-confirm"
      title={t(isSignedOut ? 'pages.signed-out.title' : 'pages.logout-confirm.title')}
      heading={t(isSignedOut ? 'pages.signed-out.message' : 'pages.logout-confirm.question')}
      icon={isSignedOut ? CircleCheck : LogOut}
      tone={isSignedOut ? 'success' : 'neutral'}
      message={t(`pages.logout-confirm.${isSignedOut ? 'already_signed_out' : 'explanation'}`)}
    >
      {application && <ToApplication application={application} />}
      <LogoutForm
        isPlain={application !== undefined}
        texts={{
          confirm: t(`pages.logout-confirm.${isSignedOut ? 'continue' : 'confirm'}`),
          busy: t('pages.logout-confirm.busy'),
        }}
      >
        {fields.map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
      </LogoutForm>
      {!isSignedOut && <StayLink>{t('pages.logout-confirm.cancel')}</StayLink>}
    </StatusCard>
  )
}
