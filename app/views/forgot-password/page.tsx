import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { SelfServiceForm } from '#app/_ui/card/self-service-form.tsx'
import { emailTexts, formMessage } from '#app/_ui/card/self-service-texts.ts'
import { BackToSignIn } from '#app/_ui/card/sign-in-link.tsx'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { EmailInText } from '#app/_ui/text/email-in-text.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

/** Asks for the account's email; the answer is the same whether or not an account exists (`/forgot-password`). */
export default async function ForgotPasswordPage() {
  const { ceremonyId, requestCopy = '', email, sent, error } = await viewData('forgot-password')
  const t = await pageTexts()
  const title = t(sent ? 'pages.check-email.title' : 'pages.forgot-password.title')
  return (
    <CardPage id="page-forgot-password" title={title} isRefused={error !== undefined}>
      <CardTitle title={title}>
        {!sent && <p>{t('pages.forgot-password.instruction')}</p>}
      </CardTitle>
      {sent && (
        <>
          <Notice kind="info" id="link-sent" alert startsHere className="mb-4">
            <EmailInText email={email} text={t('pages.forgot-password.sent', { email })} />
          </Notice>
          <p className="ui-hint mb-4">{t('pages.forgot-password.nothing_arrived')}</p>
        </>
      )}
      <SelfServiceForm
        action="/forgot-password"
        hidden={{ ceremonyId, requestCopy }}
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
