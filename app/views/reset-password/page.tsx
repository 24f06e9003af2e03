import { viewData } from '#lib/http/page.ts'
import { AccountLine } from '../../_components/account-line.tsx'
import { CardHeading } from '../../_components/card-heading.tsx'
import { CardPage } from '../../_components/card-page.tsx'
import { PasswordRule, passwordRuleId } from '../../_components/password-rule.tsx'
import { SelfServiceForm } from '../../_components/self-service-form.tsx'
import { formMessage, passwordTexts } from '../../_components/self-service-texts.ts'
import { SignedInNotice } from '../../_components/signed-in-notice.tsx'
import { pageTexts } from '../../_components/texts.ts'

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
