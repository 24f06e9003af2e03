import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { ClientName } from '#app/_ui/card/client-name.tsx'
import { ClientTitle } from '#app/_ui/card/client-title.tsx'
import { SelfServiceForm } from '#app/_ui/card/self-service-form.tsx'
import { emailTexts, formMessage, passwordTexts } from '#app/_ui/card/self-service-texts.ts'
import { signInAddress } from '#app/_ui/card/sign-in-address.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'
import { AddressTaken } from './address-taken.tsx'
import { Agreement } from './agreement.tsx'
import { TrapField } from './trap-field.tsx'

/** Asks for an email and, unless that is verified first, a password (`/account/register`). */
export default async function RegisterPage() {
  const view = await viewData('register')
  const { ceremonyId, requestCopy = '', client, email, rule, error, trapField } = view
  const t = await pageTexts()
  const title = t('pages.register.title')
  const isTaken = error?.key === 'validator.email.already_registered'
  const sentence = client && !client.isOwn && (
    <p>
      {t.rich('pages.sign-in.continue_to', {
        name: () => (
          <b className="font-semibold text-ink">
            <ClientName of={client} />
          </b>
        ),
      })}
    </p>
  )
  return (
    <CardPage
      id="page-register"
      title={title}
      isRefused={error !== undefined}
      websiteUrl={client?.websiteUrl}
    >
      {client ? (
        <ClientTitle title={title} client={client}>
          {sentence}
        </ClientTitle>
      ) : (
        <CardTitle title={title} />
      )}
      {isTaken && <AddressTaken email={email} ceremonyId={ceremonyId} />}
      <SelfServiceForm
        action="/account/register"
        hidden={{ ceremonyId, requestCopy }}
        email={{ ...(await emailTexts()), value: email }}
        trap={trapField && <TrapField name={trapField} />}
        passwords={rule && (await passwordTexts(t('pages.sign-in.password'), rule))}
        error={isTaken ? undefined : await formMessage(error)}
        submit={t('pages.register.submit')}
        busy={t('common.one_moment')}
      />
      {!rule && <p className="ui-hint mt-4">{t('pages.register.email_hint')}</p>}
      <Agreement />
      <p className="mt-5 text-center text-[0.875rem] text-muted">
        {t('pages.register.have_account')}{' '}
        <a id="sign-in-link" href={signInAddress(ceremonyId)} className="ui-link">
          {t('pages.sign-in.submit')}
        </a>
      </p>
    </CardPage>
  )
}
