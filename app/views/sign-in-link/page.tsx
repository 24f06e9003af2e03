import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { SelfServiceForm } from '#app/_ui/card/self-service-form.tsx'
import { emailTexts, formMessage } from '#app/_ui/card/self-service-texts.ts'
import { BackToSignIn, SignInLink } from '#app/_ui/card/sign-in-link.tsx'
import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { ToApplication } from '#app/_ui/card/to-application.tsx'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { EmailInText } from '#app/_ui/text/email-in-text.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

/**
 * The three steps of the link that an account needs after many failed sign-ins: request it, open it, use it
 * (`/sign-in-link`).
 */
export default async function SignInLinkPage() {
  const { ceremonyId, application, step, email, code, error } = await viewData('sign-in-link')
  const t = await pageTexts()
  if (step === 'done') {
    return (
      <StatusCard
        id="page-sign-in-link"
        heading={t('pages.sign-in-link.done_title')}
        message={t('pages.sign-in-link.done')}
      >
        {application && <ToApplication application={application} />}
        <SignInLink ceremonyId={ceremonyId} isPrimary={!application} />
      </StatusCard>
    )
  }
  const isOpen = step === 'open'
  return (
    <CardPage
      id="page-sign-in-link"
      title={t('pages.sign-in-link.title')}
      isRefused={error !== undefined}
    >
      <CardTitle title={t('pages.sign-in-link.title')}>
        {step !== 'sent' && (
          <p className="text-muted">
            {isOpen ? t('pages.sign-in-link.open', { email }) : t('pages.sign-in-link.instruction')}
          </p>
        )}
      </CardTitle>
      {step === 'sent' && (
        <Notice kind="info" id="link-sent" alert startsHere className="mb-6">
          <EmailInText email={email} text={t('pages.sign-in-link.sent', { email })} />
        </Notice>
      )}
      <SelfServiceForm
        action="/sign-in-link"
        hidden={isOpen ? { code, ceremonyId } : { ceremonyId }}
        {...(!isOpen && { email: { ...(await emailTexts()), value: email } })}
        error={await formMessage(error)}
        submit={t(isOpen ? 'pages.sign-in-link.continue' : 'pages.sign-in-link.submit')}
        isSent={step === 'sent'}
        busy={t('common.one_moment')}
      />
      <BackToSignIn ceremonyId={ceremonyId} />
    </CardPage>
  )
}
