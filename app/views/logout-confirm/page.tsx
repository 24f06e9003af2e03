import { AccountChip } from '#app/_ui/card/account-chip.tsx'
import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { ToApplication } from '#app/_ui/card/to-application.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'
import { LogoutForm } from './form.tsx'
import { StayLink } from './stay-link.tsx'

/** Asks whether to sign out (`/auth/logout` without a confirmed hint). */
export default async function LogoutConfirmPage() {
  const { fields, isSignedOut, account, application } = await viewData('logout-confirm')
  const t = await pageTexts()
  const hidden = fields.map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
  ))
  if (isSignedOut) {
    return (
      <StatusCard
        id="page-logout-confirm"
        title={t('pages.signed-out.title')}
        heading={t('pages.signed-out.message')}
        message={t('pages.logout-confirm.already_signed_out')}
      >
        {application && <ToApplication application={application} />}
        <LogoutForm
          isPlain={application !== undefined}
          texts={{
            confirm: t('pages.logout-confirm.continue'),
            busy: t('pages.logout-confirm.busy'),
          }}
        >
          {hidden}
        </LogoutForm>
      </StatusCard>
    )
  }
  return (
    <StatusCard
      id="page-logout-confirm"
      title={t('pages.logout-confirm.title')}
      heading={t('pages.logout-confirm.question')}
    >
      {account && <AccountChip account={account} />}
      <p className="ui-hint">{t('pages.logout-confirm.explanation')}</p>
      <div className="ui-decide">
        <LogoutForm
          isPlain={false}
          texts={{
            confirm: t('pages.logout-confirm.confirm'),
            busy: t('pages.logout-confirm.busy'),
          }}
        >
          {hidden}
        </LogoutForm>
        <StayLink>{t('pages.logout-confirm.cancel')}</StayLink>
      </div>
    </StatusCard>
  )
}
