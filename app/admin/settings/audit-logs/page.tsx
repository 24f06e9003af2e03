import { ScrollText } from 'lucide-react'
import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayManage, mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ReadOnly } from '../_parts/read-only.tsx'
import { SettingsHeader } from '../_parts/settings-header.tsx'
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
      <SettingsHeader
        page="audit_settings"
        heading={t('console.admin_nav.audit_settings')}
        intro={t('settings.audit.intro')}
        actions={
          <Link href="/admin/settings/audit-log-viewer" prefetch={false} className="btn btn-sm">
            <ScrollText aria-hidden="true" />
            {t('settings.audit.view')}
          </Link>
        }
      />
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
