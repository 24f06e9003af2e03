import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Connect } from './connect.tsx'
import { Figures } from './figures.tsx'
import { KeyAges } from './key-ages.tsx'
import { SignIns } from './sign-ins.tsx'
import { Warnings } from './warnings.tsx'

/** An overview of the server, limited to what the visitor may read; the administration opens with it. */
export default async function DashboardPage() {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { users, clients, settings } = await api.getDashboard()
  return (
    <>
      <PageHeader title={t('console.admin_nav.dashboard')} intro={t('dashboard.intro')} />
      <Figures users={users} clients={clients} settings={settings} />
      {settings && (
        <SignIns
          days={settings.signInDays}
          isKept={!settings.warnings.includes('audit_log_not_stored')}
        />
      )}
      <div className="grid items-start gap-x-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {settings && <Warnings warnings={settings.warnings} />}
        <div className={settings ? '' : 'lg:col-span-2'}>
          {settings && <KeyAges keys={settings.keys} />}
          {clients && <Connect isFirst={clients.clients <= 1} />}
        </div>
      </div>
    </>
  )
}
