import { CircleX, Clock, type LucideIcon, OctagonAlert } from 'lucide-react'
import { RequestId } from '#app/_ui/feedback/request-id.tsx'
import { HomeLink } from '#app/_ui/shell/home-link.tsx'
import { StatusCard } from '#app/_ui/shell/status-card.tsx'
import { ToApplication } from '#app/_ui/shell/to-application.tsx'
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
      icon={iconOf(reason)}
      tone={reason === 'internal' ? 'danger' : 'warning'}
      message={textOf(t, `pages.error.${reason}.message`, parameters)}
    >
      {requestId && (
        <div className="mb-6 rounded-field border border-line bg-base-200 px-4 py-3 text-center text-sm">
          <p className="text-muted">{t('pages.error.request_id')}</p>
          <p className="my-1 select-all font-mono text-sm [overflow-wrap:anywhere]" dir="ltr">
            {requestId}
          </p>
          <p className="text-muted text-xs">{t('pages.error.request_id_hint')}</p>
        </div>
      )}
      {ofApplication.has(reason) && (
        <p id="application-hint" className="mb-6 text-balance text-center text-muted text-sm">
          {t('pages.error.application_hint')}
        </p>
      )}
      {sentRedirectUri !== undefined && <SentRedirectUri text={sentRedirectUri} />}
      {application && <ToApplication application={application} />}
      {startAgain ? (
        <a id="start-again" href="/" className="btn btn-primary btn-block min-h-11 text-base">
          {t('common.start_again')}
        </a>
      ) : (
        <HomeLink />
      )}
      {!requestId && <RequestId />}
    </StatusCard>
  )
}

function iconOf(reason: ErrorReason): LucideIcon {
  switch (reason) {
    case 'internal':
      return CircleX
    case 'rate_limited':
    case 'ceremony_expired':
    case 'request_handle':
    case 'unavailable':
      return Clock
    default:
      return OctagonAlert
  }
}
