import { HomeLink } from '#app/_ui/card/home-link.tsx'
import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { ToApplication } from '#app/_ui/card/to-application.tsx'
import { WayOn } from '#app/_ui/card/way-on.tsx'
import { RequestId } from '#app/_ui/feedback/request-id.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ErrorReason } from '#lib/answers/view.ts'
import { viewData } from '#lib/http/page.ts'
import { textOf } from '#lib/i18n/texts.ts'
import { SentRedirectUri } from './sent-redirect-uri.tsx'

/** Errors that only the application's operator can fix; another attempt of the visitor would fail too. */
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

/** Gives the reason why the sign-in cannot continue; the endpoint sets the status. */
export default async function ErrorPage() {
  const { reason, parameters, requestId, startAgain, ...more } = await viewData('error')
  const { sentRedirectUri, application } = more
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-auth-error"
      title={t('pages.error.page_title')}
      heading={t(`pages.error.${reason}.title`)}
      message={textOf(t, `pages.error.${reason}.message`, parameters)}
    >
      {requestId && (
        <div className="rounded-box border border-line bg-canvas px-4 py-2">
          <p className="text-muted">{t('pages.error.request_id')}</p>
          <p className="my-1 select-all font-mono text-sm [overflow-wrap:anywhere]" dir="ltr">
            {requestId}
          </p>
          <p className="text-muted text-xs">{t('pages.error.request_id_hint')}</p>
        </div>
      )}
      {ofApplication.has(reason) && (
        <p id="application-hint" className="ui-hint">
          {t('pages.error.application_hint')}
        </p>
      )}
      {sentRedirectUri !== undefined && <SentRedirectUri text={sentRedirectUri} />}
      {application && <ToApplication application={application} />}
      {startAgain ? (
        <WayOn id="start-again" href="/" isPrimary>
          {t('common.start_again')}
        </WayOn>
      ) : (
        <HomeLink />
      )}
      {!requestId && <RequestId />}
    </StatusCard>
  )
}
