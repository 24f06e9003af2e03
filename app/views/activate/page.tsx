import { viewData } from '#lib/http/page.ts'
import { CardHeading } from '../../_components/card-heading.tsx'
import { CardPage } from '../../_components/card-page.tsx'
import { EmailInText } from '../../_components/email-in-text.tsx'
import { PasswordRule, passwordRuleId } from '../../_components/password-rule.tsx'
import { SelfServiceForm } from '../../_components/self-service-form.tsx'
import { formMessage, passwordTexts } from '../../_components/self-service-texts.ts'
import { SignedInNotice } from '../../_components/signed-in-notice.tsx'
import { pageTexts } from '../../_components/texts.ts'

/** Asks for the password of an account whose email is verified (`/account/activate`). */
export default async function ActivatePage() {
  const { continuationId, email, signedInAs, rule, error } = await viewData('activate')
  const t = await pageTexts()
  return (
    <CardPage id="page-activate" title={t('pages.activate.title')} isRefused={error !== undefined}>
      <CardHeading title={t('pages.activate.title')}>
        <p className="max-w-full text-muted [overflow-wrap:anywhere]">
          <EmailInText
            email={email}
            text={t('pages.activate.message', { email })}
            className="block font-medium text-base-content"
          />
        </p>
      </CardHeading>
      <SignedInNotice email={signedInAs} />
      <SelfServiceForm
        action="/account/activate"
        hidden={{ continuationId }}
        username={email}
        passwords={await passwordTexts(t('pages.sign-in.password'), rule)}
        rule={<PasswordRule rule={rule} />}
        ruleId={passwordRuleId}
        error={await formMessage(error)}
        submit={t('pages.activate.submit')}
        busy={t('common.one_moment')}
      />
    </CardPage>
  )
}
