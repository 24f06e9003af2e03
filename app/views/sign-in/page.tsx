import { CardPage } from '#app/_ui/shell/card-page.tsx'
import { ClientHeading } from '#app/_ui/shell/client-heading.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'
import { textOf } from '#lib/i18n/texts.ts'
import { SignInForm } from './form.tsx'

/** Asks for email and password (`/auth/pwd`). */
export default async function SignInPage() {
  const view = await viewData('sign-in')
  const t = await pageTexts()
  const { ceremonyId, client, email, error, canRecover, canRegister, mayNeedLink } = view
  return (
    <CardPage id="page-sign-in" title={t('pages.sign-in.title')} isRefused={error !== undefined}>
      <ClientHeading title={t('pages.sign-in.title')} client={client} />
      <SignInForm
        ceremonyId={ceremonyId}
        email={email}
        error={error && { text: textOf(t, error.key, error.parameters), field: fieldOf(error.key) }}
        texts={{
          email: t('pages.sign-in.email'),
          emailPlaceholder: t('pages.sign-in.email_placeholder'),
          emailRequired: t('validator.login.email_required'),
          password: t('pages.sign-in.password'),
          passwordRequired: t('validator.login.password_required'),
          showPassword: t('common.show_password'),
          hidePassword: t('common.hide_password'),
          submit: t('pages.sign-in.submit'),
          busy: t('pages.sign-in.busy'),
        }}
        recovery={
          canRecover && (
            <p className="-mt-2 text-end">
              <a
                href={`/forgot-password?ceremony=${encodeURIComponent(ceremonyId)}`}
                className="lone-link text-link text-sm"
              >
                {t('pages.sign-in.forgot_password')}
              </a>
            </p>
          )
        }
      />
      {mayNeedLink && error?.key === 'handler.login.auth_failed' && (
        <p id="sign-in-link-hint" className="mt-6 text-center text-muted text-sm">
          {t('pages.sign-in.link_hint')}{' '}
          <a
            href={`/sign-in-link?ceremony=${encodeURIComponent(ceremonyId)}`}
            className="lone-link text-link text-base-content"
          >
            {t('pages.sign-in.link_ask')}
          </a>
        </p>
      )}
      {canRegister && (
        <p className="mt-7 border-line border-t pt-6 text-center text-muted text-sm">
          {t('pages.sign-in.no_account')}{' '}
          <a
            href={`/account/register?ceremony=${encodeURIComponent(ceremonyId)}`}
            className="lone-link text-link text-base-content"
          >
            {t('pages.sign-in.register')}
          </a>
        </p>
      )}
    </CardPage>
  )
}

const aboutNoField = new Set(['handler.login.account_disabled', 'handler.login.busy'])

/** The field to correct. After a failed sign-in, the email is kept and the password is asked for again. */
function fieldOf(errorKey: string): 'email' | 'password' | undefined {
  if (errorKey === 'validator.login.email_required') return 'email'
  if (aboutNoField.has(errorKey)) return undefined
  return 'password'
}
