import { durationText } from '#app/_ui/form/duration.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ReadOnly } from '../_parts/read-only.tsx'
import { SettingsHeader } from '../_parts/settings-header.tsx'
import { SessionSettingsForm } from './form.tsx'
import { sessionValues } from './values.ts'

/** The lifetimes of sign-on sessions. */
export default async function SessionSettingsPage() {
  const t = await pageTexts()
  const { api, visitor, language } = await openConsole()
  const settings = await api.getSessionSettings()
  const idle = settings.userSessionIdleTimeoutInSeconds
  const lifetime = settings.userSessionMaxLifetimeInSeconds
  return (
    <>
      <SettingsHeader page="sessions" heading={t('console.admin_nav.sessions')} />
      {mayWrite(visitor, 'settings') ? (
        <ClientTexts areas={['settings']}>
          <SessionSettingsForm
            action="/admin/settings/sessions/submit"
            language={language}
            values={sessionValues(settings)}
          />
        </ClientTexts>
      ) : (
        <ReadOnly
          facts={[
            [t('settings.sessions.idle'), durationText(idle, language)],
            [t('settings.sessions.lifetime'), durationText(lifetime, language)],
          ]}
        />
      )}
    </>
  )
}
