import Link from 'next/link'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { Forms } from '../_parts/forms.tsx'
import { ReadOnly } from '../_parts/read-only.tsx'
import { SettingsHeader } from '../_parts/settings-header.tsx'
import { RestrictionsForm } from './restrictions-form.tsx'
import { SelfRegistrationForm } from './self-registration-form.tsx'
import { restrictionValues, selfRegistrationValues } from './values.ts'

/** Who gets an account without an administrator. */
export default async function RegistrationPage() {
  const t = await pageTexts()
  const { api, visitor } = await openConsole()
  const [general, signIn] = await Promise.all([api.getGeneralSettings(), api.getSignInSettings()])
  const { smtpEnabled } = await pageSettings()
  const onOff = (on: boolean) => (on ? t('settings.on') : t('settings.off'))
  const domains = (list: readonly string[]) => list.join(', ') || '–'
  return (
    <>
      <SettingsHeader
        heading={t('settings.registration.title')}
        intro={t('settings.registration.intro')}
      />
      <p className="mb-5">
        {t('settings.registration.providers')}{' '}
        <Link href="/admin/identity-providers" prefetch={false} className="ui-inline-link">
          {t('shell.admin.providers')}
        </Link>
      </p>
      {mayWrite(visitor, 'settings') ? (
        <ClientTexts areas={['settings']}>
          <Forms>
            <SelfRegistrationForm
              action="/admin/settings/accounts/submit"
              values={selfRegistrationValues(general)}
              isMailOn={smtpEnabled}
            />
            <RestrictionsForm
              action="/admin/settings/accounts/submit/restrictions"
              values={restrictionValues(signIn)}
            />
          </Forms>
        </ClientTexts>
      ) : (
        <ReadOnly
          facts={[
            [t('settings.registration.open'), onOff(general.selfRegistrationEnabled)],
            [
              t('settings.registration.verification'),
              onOff(general.selfRegistrationRequiresEmailVerification),
            ],
            [t('settings.registration.allowed'), domains(signIn.registrationAllowedEmailDomains)],
            [t('settings.registration.blocked'), domains(signIn.registrationBlockedEmailDomains)],
            [t('settings.registration.trap'), onOff(signIn.registrationTrapFieldEnabled)],
          ]}
        />
      )}
    </>
  )
}
