import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { WayOn } from '#app/_ui/card/way-on.tsx'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'
import { ForgetBrowser } from './forget-browser.tsx'

/** Confirms the sign-out (`/auth/logout`). */
export default async function SignedOutPage() {
  const view = await viewData('signed-out')
  const { redirectRefused, application, rememberedAs, forgotten, provider } = view
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-signed-out"
      title={t('pages.signed-out.title')}
      heading={t('pages.signed-out.message')}
      message={t('pages.signed-out.close_hint')}
    >
      {redirectRefused && (
        <Notice kind="info" className="mb-2">
          {t('pages.signed-out.redirect_refused')}
        </Notice>
      )}
      {forgotten && (
        <Notice kind="info" id="browser-forgotten" alert className="mb-2">
          {t('methods.remember.forgotten_here')}
        </Notice>
      )}
      {application && (
        <WayOn id="to-application" href={application.websiteUrl} isPrimary isElsewhere>
          {t('card.return_to', { app: application.name })}
        </WayOn>
      )}
      <WayOn href="/account/overview">{t('pages.signed-out.sign_in')}</WayOn>
      {provider && (
        <WayOn id="sign-out-there" href={provider.url} isElsewhere>
          {t('providers.sign_out', { name: provider.name })}
        </WayOn>
      )}
      {rememberedAs !== undefined && <ForgetBrowser id={rememberedAs} />}
    </StatusCard>
  )
}
