import { Notice } from '#app/_ui/feedback/notice.tsx'
import { RestartForm } from '#app/_ui/form/restart-form.tsx'
import { AccountLine } from '#app/_ui/shell/account-line.tsx'
import { CardPage } from '#app/_ui/shell/card-page.tsx'
import { ClientHeading, ClientName } from '#app/_ui/shell/client-heading.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'
import { ConsentForm } from './form.tsx'
import { ScopeRow } from './scope-row.tsx'

/** Asks for the user's consent to the client's scopes (`/auth/consent`). */
export default async function ConsentPage() {
  const { ceremonyId, client, email, destination, scopes } = await viewData('consent')
  const t = await pageTexts()
  return (
    <CardPage id="page-consent" title={t('pages.consent.title')}>
      <ClientHeading
        title={t('pages.consent.title')}
        client={client}
        line={t.rich('pages.consent.request', { name: () => <ClientName of={client} /> })}
      />
      <AccountLine email={email} text={t('pages.consent.signed_in_as', { email })} />
      {scopes.some(({ administrative }) => administrative) && (
        <Notice kind="warning" className="mb-6">
          {t('pages.consent.administrative_warning')}
        </Notice>
      )}
      <ConsentForm
        ceremonyId={ceremonyId}
        texts={{
          scopes: t('pages.consent.scopes'),
          nothingTicked: t('pages.consent.nothing_ticked'),
          allow: t('pages.consent.allow'),
          cancel: t('pages.consent.cancel'),
          busy: t('pages.consent.busy'),
        }}
        hint={t('pages.consent.untick_hint')}
      >
        {scopes.map((scope, index) => (
          <ScopeRow key={scope.scope} name={`consent${index}`} scope={scope} />
        ))}
      </ConsentForm>
      <RestartForm
        id="consent-restart"
        action="/auth/consent"
        ceremonyId={ceremonyId}
        label={t('pages.otp.other_account')}
        className="mt-3"
      />
      <p
        id="consent-destination"
        className="mt-6 text-balance text-center text-muted text-sm [overflow-wrap:anywhere]"
      >
        {t.rich('pages.consent.destination', {
          host: () => (
            <bdi dir="ltr" className="font-medium text-base-content">
              {destination}
            </bdi>
          ),
        })}
      </p>
      <p className="mt-2 text-balance text-center text-muted text-xs">
        {t('pages.consent.withdraw_hint')}
      </p>
    </CardPage>
  )
}
