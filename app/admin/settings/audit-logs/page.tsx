import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayManage, mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ActivityHeader } from '#app/admin/activity/_parts/activity-tabs.tsx'
import { ReadOnly } from '../_parts/read-only.tsx'
import { AuditLogSettingsForm } from './form.tsx'
import { auditLogValues } from './values.ts'

/** The destinations of audit events and their retention. */
export default async function AuditLogSettingsPage() {
  const t = await pageTexts()
  const { api, visitor } = await openConsole()
  const settings = await api.getAuditLogSettings()
  const { auditLogRetentionDays: days, ...switches } = settings
  const onOff = (on: boolean) => (on ? t('settings.on') : t('settings.off'))
  return (
    <>
      <ActivityHeader here="settings" intro={t('settings.audit.intro')} />
      {mayManage(visitor) ? (
        <Panel>
          <ClientTexts areas={['settings']}>
            <AuditLogSettingsForm
              action="/admin/settings/audit-logs/submit"
              values={auditLogValues(settings)}
            />
          </ClientTexts>
        </Panel>
      ) : (
        <ReadOnly
          needsManage={mayWrite(visitor, 'settings')}
          facts={[
            [t('settings.audit.console'), onOff(switches.auditLogsInConsoleEnabled)],
            [t('settings.audit.database'), onOff(switches.auditLogsInDatabaseEnabled)],
            [t('settings.audit.retention'), String(days)],
          ]}
        />
      )}
    </>
  )
}
