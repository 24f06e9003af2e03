import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

/** Says that the signed-in account lacks the rights for this part of the console. */
export default async function UnauthorizedPage() {
  await viewData('unauthorized')
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-unauthorized"
      title={t('pages.unauthorized.title')}
      heading={t('pages.unauthorized.title')}
      message={t('pages.unauthorized.message')}
    >
      <div className="flex flex-col gap-3">
        <a id="own-account" href="/account" className="btn btn-lg btn-primary btn-block">
          {t('pages.unauthorized.own_account')}
        </a>
        <form method="post" action="/console/logout">
          <button id="sign-out" type="submit" className="btn btn-lg btn-block">
            {t('pages.unauthorized.other_account')}
          </button>
        </form>
      </div>
    </StatusCard>
  )
}
