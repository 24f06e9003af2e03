import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { Connect } from './connect.tsx'
import { Figures } from './figures.tsx'
import { type FirstStep, FirstSteps, openSteps } from './first-steps.tsx'
import { KeyAges } from './key-ages.tsx'
import { LatestChanges } from './latest-changes.tsx'
import type { SettingsPart } from './parts.ts'
import { RangeChoice } from './range-choice.tsx'
import { rangeOf } from './ranges.ts'
import { Applications, Reasons } from './shares.tsx'
import { SignIns } from './sign-ins.tsx'
import { Spike } from './spike.tsx'
import { Warnings } from './warnings.tsx'

interface DashboardPageProps {
  readonly searchParams: Promise<{ readonly range?: string | string[] }>
}

/** An overview of the server, limited to what the visitor may read; the administration opens with it. */
export default async function DashboardPage({ searchParams }: DashboardPageProps) {
  const t = await pageTexts()
  const [{ api, visitor }, query] = await Promise.all([openConsole(), searchParams])
  const range = rangeOf(query.range)
  const [{ users, clients, settings }, answer] = await Promise.all([
    api.getDashboard(),
    mayRead(visitor, 'settings') ? api.getSignInFigures({ query: { range: range.name } }) : null,
  ])
  const figures = answer?.figures ?? null
  const steps = await openSteps({ clients, settings })
  if (steps) return <FirstRun steps={steps} settings={settings} />
  return (
    <>
      <PageHeader
        title={t('console.admin_nav.dashboard')}
        intro={t('dashboard.intro')}
        actions={figures && <RangeChoice range={range.name} />}
      />
      {figures && <Spike spike={figures.spike} />}
      <Figures users={users} clients={clients} settings={settings} signIns={figures} />
      {figures && settings && (
        <SignIns
          figures={figures}
          hoursOfBar={range.hoursOfBar}
          isKept={!settings.warnings.includes('audit_log_not_stored')}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {settings && (
          <div>
            <Warnings warnings={settings.warnings} />
            <LatestChanges />
          </div>
        )}
        <div className={settings ? '' : 'lg:col-span-2'}>
          {figures && <Applications applications={figures.applications} />}
          {figures && <Reasons reasons={figures.reasons} />}
          {settings && <KeyAges keys={settings.keys} />}
          {clients && <Connect isFirst={clients.clients <= 1} />}
        </div>
      </div>
    </>
  )
}

interface FirstRunProps {
  readonly steps: readonly FirstStep[]
  readonly settings: SettingsPart
}

/** The first steps include these warnings. */
const passwordWarning = 'generated_password_used'

/** The dashboard of a fresh server, which has nothing to count yet. */
async function FirstRun({ steps, settings }: FirstRunProps) {
  const t = await pageTexts()
  const { appName, baseUrl } = await pageSettings()
  const warnings = settings?.warnings ?? []
  return (
    <>
      <PageHeader
        title={t('console.admin_nav.dashboard')}
        heading={t('mail.welcome.subject', { appName })}
        intro={t('dashboard.first.intro', { host: new URL(baseUrl).host })}
      />
      <FirstSteps steps={steps} isPasswordGenerated={warnings.includes(passwordWarning)} />
      {settings && <Warnings warnings={warnings.filter((one) => one !== passwordWarning)} />}
    </>
  )
}
