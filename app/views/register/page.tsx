import { signInAddress } from '#app/_ui/feedback/sign-in-link.tsx'
import { PasswordRule, passwordRuleId } from '#app/_ui/form/password-rule.tsx'
import { SelfServiceForm } from '#app/_ui/form/self-service-form.tsx'
import { CardHeading } from '#app/_ui/shell/card-heading.tsx'
import { CardPage } from '#app/_ui/shell/card-page.tsx'
import { emailTexts, formMessage, passwordTexts } from '#app/_ui/text/self-service-texts.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

/** Asks for an email and, unless that is verified first, a password (`/account/register`). */
export default async function RegisterPage() {
  const { ceremonyId, email, rule, error } = await viewData('register')
  const t = await pageTexts()
  return (
    <CardPage id="page-register" title={t('pages.register.title')} isRefused={error !== undefined}>
      <CardHeading title={t('pages.register.title')}>
        {!rule && <p className="text-muted">{t('pages.register.email_hint')}</p>}
      </CardHeading>
      <SelfServiceForm
        action="/account/register"
        hidden={{ ceremonyId }}
        email={{ ...(await emailTexts()), value: email }}
        passwords={rule && (await passwordTexts(t('pages.sign-in.password'), rule))}
        rule={rule && <PasswordRule rule={rule} />}
        ruleId={rule && passwordRuleId}
        error={await formMessage(error)}
        submit={t('pages.register.submit')}
        busy={t('common.one_moment')}
      />
      <p className="mt-7 border-line border-t pt-6 text-center text-muted text-sm">
        {t('pages.register.have_account')}{' '}
        <a
          id="sign-in-link"
          href={signInAddress(ceremonyId)}
          className="lone-link text-link text-base-content"
        >
          {t('pages.sign-in.submit')}
        </a>
      </p>
    </CardPage>
  )
}
