import { SignedInNotice } from '#app/_ui/feedback/signed-in-notice.tsx'
import { PasswordRule, passwordRuleId } from '#app/_ui/form/password-rule.tsx'
import { SelfServiceForm } from '#app/_ui/form/self-service-form.tsx'
import { CardHeading } from '#app/_ui/shell/card-heading.tsx'
import { CardPage } from '#app/_ui/shell/card-page.tsx'
import { EmailInText } from '#app/_ui/text/email-in-text.tsx'
import { formMessage, passwordTexts } from '#app/_ui/text/self-service-texts.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

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
