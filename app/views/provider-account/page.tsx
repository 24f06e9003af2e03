import { ArrowLeft } from 'lucide-react'
import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { ProviderMark } from '#app/_ui/provider/provider-mark.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View } from '#lib/answers/view.ts'
import { viewData } from '#lib/http/page.ts'
import { CodeStep } from './code-step.tsx'
import { ConnectStep } from './connect-step.tsx'
import { EmailStep } from './email-step.tsx'

/** Asks which account belongs to an identity, or for the proof of its email address (`/auth/provider-account`). */
export default async function ProviderAccountPage() {
  const view = await viewData('provider-account')
  const { provider, step, client, ceremonyId, requestCopy } = view
  const t = await pageTexts()
  const title =
    step === 'connect'
      ? t('providers.connect.title', { name: provider.name })
      : t('providers.email.title')
  return (
    <CardPage
      id="page-provider-account"
      title={title}
      isRefused={view.error !== undefined}
      websiteUrl={client.websiteUrl}
    >
      <CardTitle
        title={title}
        tile={
          <span className="ui-tile ui-tile-lg">
            <ProviderMark preset={provider.preset} name={provider.name} />
          </span>
        }
      />
      <p className="-mt-3 mb-5 text-muted">{await sentenceOf(view)}</p>
      {step === 'connect' && <ConnectStep view={view} />}
      {step === 'email' && <EmailStep view={view} />}
      {step === 'code' && <CodeStep view={view} />}
      <form method="post" action="/auth/provider-account" className="mt-6 text-center">
        <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
        <button
          id="provider-back"
          type="submit"
          name="btnBack"
          value="back"
          className="ui-link inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-[0.875rem]"
        >
          <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />
          {t('providers.back')}
        </button>
      </form>
    </CardPage>
  )
}

async function sentenceOf({
  step,
  provider: { name },
  email: address,
  maySignIn,
}: Extract<View, { page: 'provider-account' }>) {
  const t = await pageTexts()
  const email = () => (
    <b className="font-medium text-ink">
      <EmailAddress email={address} />
    </b>
  )
  if (step === 'email') return t('providers.email.text', { name })
  if (step === 'code') return t.rich('providers.code.text', { email })
  if (!maySignIn) return t.rich('providers.connect.unconfirmed', { email })
  return t.rich('providers.connect.text', { name, email })
}
