import { pageTexts } from '../../../_components/texts.ts'
import { openConsole } from '../../../_console/api.ts'
import { Card } from '../../../_console/card.tsx'
import { ClientTexts } from '../../../_console/client-texts.tsx'
import { durationText } from '../../../_console/duration.ts'
import { mayWrite } from '../../../_console/rights.ts'
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
      <SettingsHeader
        heading={t('console.admin_nav.sessions')}
        intro={t('settings.sessions.intro')}
      />
      {mayWrite(visitor, 'settings') ? (
        <Card>
          <ClientTexts areas={['settings']}>
            <SessionSettingsForm
              action="/admin/settings/sessions/submit"
              language={language}
              values={sessionValues(settings)}
            />
          </ClientTexts>
        </Card>
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
