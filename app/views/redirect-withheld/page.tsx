import { ClientName } from '#app/_ui/card/client-name.tsx'
import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { RequestId } from '#app/_ui/feedback/request-id.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

/** Names the application and its redirect address, and leaves it to the visitor to continue there. */
export default async function RedirectWithheldPage() {
  const { client, destination, continueUrl } = await viewData('redirect-withheld')
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-auth-error"
      title={t('pages.redirect-withheld.title')}
      heading={t('pages.redirect-withheld.heading')}
      message={t.rich('pages.redirect-withheld.message', {
        name: () => <ClientName of={client} />,
      })}
    >
      {client.unverified && (
        <Notice kind="warning" className="mb-6">
          {t('pages.client.unverified')}
        </Notice>
      )}
      <p className="text-muted text-sm">{t('pages.redirect-withheld.destination')}</p>
      <p
        dir="ltr"
        className="mt-2 rounded-field border border-line bg-base-200 px-3.5 py-2.5 text-start font-mono text-sm [overflow-wrap:anywhere]"
      >
        {destination}
      </p>
      <p className="mt-4 text-pretty text-muted text-sm">
        {t('pages.redirect-withheld.close_hint')}
      </p>
      {continueUrl && isFollowable(continueUrl) && (
        <a href={continueUrl} rel="noreferrer" className="btn btn-lg btn-block">
          {t('pages.redirect-withheld.continue')}
        </a>
      )}
      <RequestId />
    </StatusCard>
  )
}

/** Allows an app's own scheme, but no scheme that would run in this page. */
function isFollowable(url: string): boolean {
  return URL.canParse(url) && !/^(javascript|data|vbscript|blob|file):$/.test(new URL(url).protocol)
}
