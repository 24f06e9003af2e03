import { HomeLink } from '#app/_ui/card/home-link.tsx'
import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { WaysOn } from '#app/_ui/card/ways-on.tsx'
import { Reference } from '#app/_ui/feedback/reference.tsx'
import { RequestId } from '#app/_ui/feedback/request-id.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ErrorReason } from '#lib/answers/view.ts'
import { requestId as pageRequestId, viewData } from '#lib/http/page.ts'
import { textOf } from '#lib/i18n/texts.ts'
import { ForDevelopers } from './for-developers.tsx'

/** Errors that only the application's operator can fix; the visitor's next attempt would fail too. */
const ofApplication: ReadonlySet<ErrorReason> = new Set<ErrorReason>([
  'parameter_repeated',
  'client_id_missing',
  'client_not_found',
  'client_disabled',
  'auth_code_not_enabled',
  'redirect_uri_missing',
  'redirect_uri_not_absolute',
  'redirect_uri_not_registered',
  'response_mode_unsupported',
])

/** Says why the sign-in cannot continue here, and links to a way on; the endpoint sets the status. */
export default async function ErrorPage() {
  const view = await viewData('error')
  const { reason, parameters, ways = [] } = view
  const isOfApplication = ofApplication.has(reason)
  const reference = view.requestId ?? (isOfApplication ? await pageRequestId() : '')
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-auth-error"
      title={t('pages.error.page_title')}
      heading={t(`pages.error.${reason}.title`)}
      message={textOf(t, `pages.error.${reason}.message`, parameters)}
    >
      {reference && (
        <Reference
          id={reference}
          hint={t(isOfApplication ? 'pages.error.application_hint' : 'pages.error.request_id_hint')}
        />
      )}
      {ways.length > 0 ? <WaysOn ways={ways} /> : <HomeLink isPrimary />}
      {isOfApplication && <ForDevelopers view={view} />}
      {!reference && <RequestId />}
    </StatusCard>
  )
}
