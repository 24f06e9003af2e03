import { viewData } from '#lib/http/page.ts'
import { CardHeading } from '../../_components/card-heading.tsx'
import { CardPage } from '../../_components/card-page.tsx'
import { EmailInText } from '../../_components/email-in-text.tsx'
import { Notice } from '../../_components/notice.tsx'
import { SelfServiceForm } from '../../_components/self-service-form.tsx'
import { emailTexts, formMessage } from '../../_components/self-service-texts.ts'
import { BackToSignIn } from '../../_components/sign-in-link.tsx'
import { pageTexts } from '../../_components/texts.ts'

/** Asks for the account's email; the answer is the same whether or not an account exists (`/forgot-password`). */
export default async function ForgotPasswordPage() {
  const { ceremonyId, email, sent, error } = await viewData('forgot-password')
  const t = await pageTexts()
  const title = t(sent ? 'pages.check-email.title' : 'pages.forgot-password.title')
  return (
    <CardPage id="page-forgot-password" title={title} isRefused={error !== undefined}>
      <CardHeading title={title}>
        {!sent && <p className="text-muted">{t('pages.forgot-password.instruction')}</p>}
      </CardHeading>
      {sent && (
        <>
          <Notice kind="info" id="link-sent" alert startsHere className="mb-6">
            <EmailInText email={email} text={t('pages.forgot-password.sent', { email })} />
          </Notice>
          <p className="mb-6 text-pretty text-muted text-sm">
            {t('pages.forgot-password.nothing_arrived')}
          </p>
        </>
      )}
      <SelfServiceForm
        action="/forgot-password"
        hidden={{ ceremonyId }}
        email={{ ...(await emailTexts()), value: email }}
        error={await formMessage(error)}
        submit={t(sent ? 'pages.forgot-password.submit_again' : 'pages.forgot-password.submit')}
        isSent={sent}
        busy={t('common.one_moment')}
      />
      <BackToSignIn ceremonyId={ceremonyId} />
    </CardPage>
  )
}
