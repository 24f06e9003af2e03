import { Notice } from '#app/_ui/feedback/notice.tsx'
import { BackToSignIn } from '#app/_ui/feedback/sign-in-link.tsx'
import { SelfServiceForm } from '#app/_ui/form/self-service-form.tsx'
import { CardHeading } from '#app/_ui/shell/card-heading.tsx'
import { CardPage } from '#app/_ui/shell/card-page.tsx'
import { EmailInText } from '#app/_ui/text/email-in-text.tsx'
import { emailTexts, formMessage } from '#app/_ui/text/self-service-texts.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

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
