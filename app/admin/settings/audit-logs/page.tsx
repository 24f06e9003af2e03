import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayManage, mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ActivityHeader } from '#app/admin/activity/_parts/activity-tabs.tsx'
import { ReadOnly } from '../_parts/read-only.tsx'
import { AuditLogSettingsForm } from './form.tsx'
import { RefusalSettingsForm } from './refusals-form.tsx'
import { auditLogValues, refusalValues } from './values.ts'

/** The destinations of audit events and their retention. */
export default async function AuditLogSettingsPage() {
  const t = await pageTexts()
  const { api, visitor } = await openConsole()
  const [settings, refusals] = await Promise.all([
    api.getAuditLogSettings(),
    api.getIntegrationSettings(),
  ])
  const { auditLogRetentionDays: days, ...switches } = settings
  const onOff = (on: boolean) => (on ? t('settings.on') : t('settings.off'))
  return (
    <>
      <ActivityHeader here="settings" intro={t('settings.audit.intro')} />
      {mayManage(visitor) ? (
        <ClientTexts areas={['settings']}>
          <Panel>
            <AuditLogSettingsForm
              action="/admin/settings/audit-logs/submit"
              values={auditLogValues(settings)}
            />
          </Panel>
          <Panel title={t('activity.title.refused')} id="refusals">
            <RefusalSettingsForm
              action="/admin/settings/audit-logs/submit/refusals"
              values={refusalValues(refusals)}
            />
          </Panel>
        </ClientTexts>
      ) : (
        <ReadOnly
          needsManage={mayWrite(visitor, 'settings')}
          facts={[
            [t('settings.audit.console'), onOff(switches.auditLogsInConsoleEnabled)],
            [t('settings.audit.database'), onOff(switches.auditLogsInDatabaseEnabled)],
            [t('settings.audit.retention'), String(days)],
            [t('settings.audit.refusals'), onOff(refusals.refusalRecordsEnabled)],
            [t('settings.audit.refusal_days'), String(refusals.refusalRecordDays)],
          ]}
        />
      )}
    </>
  )
}
