import { SignedInNotice } from '#app/_ui/feedback/signed-in-notice.tsx'
import { PasswordRule, passwordRuleId } from '#app/_ui/form/password-rule.tsx'
import { SelfServiceForm } from '#app/_ui/form/self-service-form.tsx'
import { AccountLine } from '#app/_ui/shell/account-line.tsx'
import { CardHeading } from '#app/_ui/shell/card-heading.tsx'
import { CardPage } from '#app/_ui/shell/card-page.tsx'
import { formMessage, passwordTexts } from '#app/_ui/text/self-service-texts.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

/** Asks for a new password (`/reset-password`). */
export default async function ResetPasswordPage() {
  const { continuationId, email, signedInAs, rule, error } = await viewData('reset-password')
  const t = await pageTexts()
  return (
    <CardPage
      id="page-reset-password"
      title={t('pages.reset-password.title')}
      isRefused={error !== undefined}
    >
      <CardHeading title={t('pages.reset-password.title')}>
        <p className="text-muted">{t('pages.reset-password.instruction')}</p>
      </CardHeading>
      <AccountLine email={email} text={email} />
      <SignedInNotice email={signedInAs} />
      <SelfServiceForm
        action="/reset-password"
        hidden={{ continuationId }}
        username={email}
        passwords={await passwordTexts(t('pages.reset-password.title'), rule)}
        rule={<PasswordRule rule={rule} />}
        ruleId={passwordRuleId}
        error={await formMessage(error)}
        submit={t('pages.reset-password.submit')}
        busy={t('common.one_moment')}
      />
    </CardPage>
  )
}
