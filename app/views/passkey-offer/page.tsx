import { MonitorSmartphone, ShieldCheck, Zap } from 'lucide-react'
import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { FormAlert } from '#app/_ui/card/form-alert.tsx'
import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { CreatePasskeyButton } from '#app/_ui/passkey/create-passkey-button.tsx'
import { problemTexts } from '#app/_ui/passkey/problem-texts.ts'
import { wasPasskeyRefused } from '#app/_ui/passkey/was-refused.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'
import { textOf } from '#lib/i18n/texts.ts'

/** Offers a passkey after a sign-in (`/auth/passkey-offer`). */
export default async function PasskeyOfferPage() {
  const { ceremonyId, requestCopy, client, error } = await viewData('passkey-offer')
  const t = await pageTexts()
  const title = t('methods.offer.title')
  return (
    <CardPage
      id="page-passkey-offer"
      title={title}
      isRefused={error !== undefined}
      websiteUrl={client.websiteUrl}
    >
      <CardTitle title={title}>
        <p>{t('methods.offer.text')}</p>
      </CardTitle>
      <ul className="mb-6 grid gap-3 text-[0.875rem]">
        <Reason icon={Zap}>{t('methods.offer.fast')}</Reason>
        <Reason icon={ShieldCheck}>{t('methods.offer.safe')}</Reason>
        <Reason icon={MonitorSmartphone}>{t('methods.offer.everywhere')}</Reason>
      </ul>
      <form method="post" action="/auth/passkey-offer">
        <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
        {error && (
          <div className="mb-4.5">
            <FormAlert message={textOf(t, error.key, error.parameters)} startsHere />
          </div>
        )}
        <label className="ui-switch mb-5">
          <input
            id="askAfterPassword"
            type="checkbox"
            name="askAfterPassword"
            value="on"
            className="checkbox"
          />
          <span className="text-[0.875rem]">{t('methods.offer.ask')}</span>
        </label>
        <div className="grid gap-2.5">
          <CreatePasskeyButton
            ceremonyId={ceremonyId}
            label={t('methods.create')}
            texts={await problemTexts()}
            isPrimary
            wasRefused={wasPasskeyRefused(error)}
          />
          <button
            id="passkey-skip"
            type="submit"
            name="btnSkip"
            value="skip"
            className="btn btn-lg btn-block"
          >
            {t('methods.offer.not_now')}
          </button>
        </div>
        <p className="mt-5 text-center text-[0.875rem]">
          <button
            id="passkey-never"
            type="submit"
            name="btnNever"
            value="never"
            className="ui-link min-h-11 cursor-pointer"
          >
            {t('methods.offer.never')}
          </button>
        </p>
      </form>
    </CardPage>
  )
}

interface ReasonProps {
  readonly icon: typeof Zap
  readonly children: React.ReactNode
}

function Reason({ icon: Icon, children }: ReasonProps) {
  return (
    <li className="flex items-center gap-3">
      <span className="ui-feed-icon size-8! rounded-lg!">
        <Icon className="size-[1.0625rem]!" aria-hidden="true" />
      </span>
      <span className="min-w-0">{children}</span>
    </li>
  )
}
