import { Support } from '#app/_ui/card/support.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { confirming } from '../_confirm/confirming.ts'

/** Whether a change that a password confirms cannot be confirmed: there is none, and no passkey takes its place. */
export async function lacksPassword(): Promise<boolean> {
  const { hasPassword, owes } = await confirming()
  return !hasPassword && owes !== 'factor'
}

/** The way to a password, in place of a form that asks for one, for accounts without a password. */
export async function NoPassword() {
  const t = await pageTexts()
  const { smtpEnabled } = await pageSettings()
  return (
    <div id="no-password" className="grid justify-items-start gap-3">
      <p className="font-medium">{t('own.no_password.title')}</p>
      <p className="max-w-xl text-pretty text-muted">
        {smtpEnabled
          ? t('own.no_password.by_mail')
          : t.rich('own.no_password.by_support', { support: () => <Support /> })}
      </p>
      {smtpEnabled && (
        <a href="/forgot-password" className="btn btn-sm">
          {t('own.no_password.set')}
        </a>
      )}
    </div>
  )
}
