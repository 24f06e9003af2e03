import { CircleCheck } from 'lucide-react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { HomeLink } from '#app/_ui/shell/home-link.tsx'
import { StatusCard } from '#app/_ui/shell/status-card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

/** Confirms the sign-out (`/auth/logout`). */
export default async function SignedOutPage() {
  const { redirectRefused } = await viewData('signed-out')
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-signed-out"
      title={t('pages.signed-out.title')}
      heading={t('pages.signed-out.message')}
      icon={CircleCheck}
      tone="success"
      message={t('pages.signed-out.close_hint')}
    >
      {redirectRefused && (
        <Notice kind="info" className="mb-6">
          {t('pages.signed-out.redirect_refused')}
        </Notice>
      )}
      <div className="flex flex-col gap-4">
        <a href="/account/profile" className="btn btn-block min-h-11 text-base">
          {t('pages.signed-out.sign_in')}
        </a>
        <HomeLink />
      </div>
    </StatusCard>
  )
}
