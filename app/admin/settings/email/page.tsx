import type { z } from 'zod'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { mayManage, mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { emailSettings } from '#lib/api/contract/models/settings.ts'
import { ReadOnly } from '../_parts/read-only.tsx'
import { SettingsHeader } from '../_parts/settings-header.tsx'
import { EmailSettingsForm } from './form.tsx'
import { TestMessageForm } from './test-message.tsx'
import { emailValues } from './values.ts'

type Settings = z.output<typeof emailSettings>

/** The mail server, with a test message. */
export default async function EmailSettingsPage() {
  const t = await pageTexts()
  const { api, visitor } = await openConsole()
  const settings = await api.getEmailSettings()
  const isWriter = mayWrite(visitor, 'settings')
  return (
    <>
      <SettingsHeader heading={t('console.admin_nav.email')} intro={t('settings.email.intro')} />
      <ClientTexts areas={['settings']}>
        {mayManage(visitor) ? (
          <EmailSettingsForm
            // Remounts the form when its initial state changes with the stored password.
            key={String(settings.hasSmtpPassword)}
            action="/admin/settings/email/submit"
            hasPassword={settings.hasSmtpPassword}
            values={emailValues(settings)}
          />
        ) : (
          <EmailFacts settings={settings} needsManage={isWriter} />
        )}
        {isWriter && <TestMessage settings={settings} mayTry={mayManage(visitor)} />}
      </ClientTexts>
    </>
  )
}

interface TestMessageProps {
  readonly settings: Settings
  /** The test uses the typed settings, before they are saved. */
  readonly mayTry: boolean
}

async function TestMessage({ settings, mayTry }: TestMessageProps) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const isKnown = visitor.scopes.includes('authserver:manage-account')
  const isOffered = settings.smtpEnabled || mayTry
  const to = isOffered && isKnown ? (await ownAccount()).email : ''
  const intro = mayTry ? 'settings.email.test_intro' : 'settings.email.test_intro_saved'
  return (
    <div className="mt-10">
      <Panel id="test" title={t('settings.email.test')} intro={t(intro)}>
        {isOffered ? (
          <TestMessageForm action="/admin/settings/email/submit/test" to={to} />
        ) : (
          <p className="text-muted text-sm">{t('settings.email.test_off')}</p>
        )}
      </Panel>
    </div>
  )
}

interface EmailFactsProps {
  readonly settings: Settings
  readonly needsManage: boolean
}

async function EmailFacts({ settings, needsManage }: EmailFactsProps) {
  const t = await pageTexts()
  const { smtpEnabled, smtpHost, smtpPort, smtpUsername, hasSmtpPassword } = settings
  const { smtpEncryption, smtpFromName, smtpFromEmail } = settings
  const enabled = [
    t('settings.email.enabled'),
    smtpEnabled ? t('settings.on') : t('settings.off'),
  ] as const
  const server = [
    [t('settings.email.host'), <bdi key="host">{smtpHost}</bdi>],
    [t('settings.email.port'), String(smtpPort)],
    [t('settings.email.encryption'), t(`settings.email.encryption_${smtpEncryption}`)],
    [t('settings.email.username'), smtpUsername && <bdi key="username">{smtpUsername}</bdi>],
    [t('settings.email.password'), hasSmtpPassword && t('settings.email.stored')],
    [t('settings.email.from_name'), smtpFromName && <bdi key="from">{smtpFromName}</bdi>],
    [t('settings.email.from_email'), <bdi key="address">{smtpFromEmail}</bdi>],
  ] as const
  return <ReadOnly needsManage={needsManage} facts={[enabled, ...(smtpEnabled ? server : [])]} />
}
