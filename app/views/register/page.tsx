import { viewData } from '#lib/http/page.ts'
import { CardHeading } from '../../_components/card-heading.tsx'
import { CardPage } from '../../_components/card-page.tsx'
import { PasswordRule, passwordRuleId } from '../../_components/password-rule.tsx'
import { SelfServiceForm } from '../../_components/self-service-form.tsx'
import { emailTexts, formMessage, passwordTexts } from '../../_components/self-service-texts.ts'
import { signInAddress } from '../../_components/sign-in-link.tsx'
import { pageTexts } from '../../_components/texts.ts'

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
