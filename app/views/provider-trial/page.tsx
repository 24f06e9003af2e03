import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { WayOn } from '#app/_ui/card/way-on.tsx'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { ProviderMark } from '#app/_ui/provider/provider-mark.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View } from '#lib/answers/view.ts'
import { viewData } from '#lib/http/page.ts'

type TrialView = Extract<View, { page: 'provider-trial' }>

/** A provider's answer in a sign-in that an administrator tried (`/auth/provider/{alias}/callback`). */
export default async function ProviderTrialPage() {
  const view = await viewData('provider-trial')
  const { provider, failure, act, identity, claims, back } = view
  const t = await pageTexts()
  const { name } = provider
  const title = t('idp.trial.title', { name })
  return (
    <CardPage id="page-provider-trial" title={title}>
      <CardTitle
        title={title}
        tile={
          <span className="ui-tile ui-tile-lg">
            <ProviderMark preset={provider.preset} name={name} />
          </span>
        }
      >
        <p>{t('idp.trial.nothing_stored')}</p>
      </CardTitle>
      {failure !== undefined && (
        <Notice kind="danger" id="trial-failure" className="mb-5">
          {t('idp.trial.failed', { name, reason: failure })}
        </Notice>
      )}
      {act && (
        <Notice kind="info" id="trial-act" className="mb-5">
          <b className="block font-semibold">{t('idp.trial.would')}</b>
          {t(`idp.trial.act.${act.kind}`, { name, email: act.email })}
        </Notice>
      )}
      {identity && <Identity identity={identity} />}
      {claims.length > 0 && (
        <details className="mt-5">
          <summary className="ui-link cursor-pointer py-2 text-[0.875rem]">
            {t('idp.trial.claims')}
          </summary>
          <Facts
            id="claims"
            facts={claims.map(([claim, value]) => [
              claim,
              <bdi key={claim} className="mono text-xs [overflow-wrap:anywhere]">
                {value}
              </bdi>,
            ])}
          />
        </details>
      )}
      <div className="mt-6">
        <WayOn id="trial-back" href={back}>
          {t('idp.trial.back')}
        </WayOn>
      </div>
    </CardPage>
  )
}

async function Identity({ identity }: { readonly identity: NonNullable<TrialView['identity']> }) {
  const t = await pageTexts()
  const { subject, email, isEmailProven, isStrong } = identity
  return (
    <Facts
      id="trial-identity"
      facts={[
        [t('idp.trial.subject'), <bdi key="subject">{subject}</bdi>],
        [
          t('idp.trial.email'),
          email && (
            <span key="email">
              <bdi>{email}</bdi>{' '}
              <span className="text-muted">
                ({t(isEmailProven ? 'idp.trial.proven' : 'idp.trial.unproven')})
              </span>
            </span>
          ),
        ],
        [t('idp.trial.two_step'), t(isStrong ? 'idp.trial.yes' : 'idp.trial.no')],
      ]}
    />
  )
}
