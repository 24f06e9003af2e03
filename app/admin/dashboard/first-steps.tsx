import { Check, Palette } from 'lucide-react'
import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { ownPerson } from '#app/_ui/shell/own-person.ts'
import { mayManage } from '#app/_ui/shell/rights.ts'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { hiddenNotes, pageSettings } from '#lib/http/page.ts'
import { FrameworkCards } from './framework-cards.tsx'
import { GeneratedPassword } from './generated-password.tsx'
import { readHidden, withHidden } from './hidden.ts'
import type { ClientPart, SettingsPart } from './parts.ts'
import { Recommended } from './recommended.tsx'

/** The note of the dashboard that hides the steps. */
const firstStepsNote = 'first_steps'
/** The steps disappear when this number is done. */
const enough = 3

export interface FirstStep {
  readonly id: string
  readonly isDone: boolean
  readonly title: string
  readonly hint?: string
  readonly href?: string
}

interface Parts {
  readonly clients: ClientPart
  readonly settings: SettingsPart
}

/**
 * The steps that prepare a fresh server for users; null for visitors who cannot take them, and once enough are done or
 * hidden.
 */
export async function openSteps({
  clients,
  settings,
}: Parts): Promise<readonly FirstStep[] | null> {
  const { api, visitor } = await openConsole()
  if (!clients || !settings || !mayManage(visitor)) return null
  // The console's own client is one. A server that people use needs none of it, and the other facts cost reads.
  const isConnected = clients.clients > 1
  const hasMail = !settings.warnings.includes('mail_off')
  if (isConnected && hasMail) return null
  if (readHidden(await hiddenNotes(), visitor.now).includes(firstStepsNote)) return null
  const t = await pageTexts()
  const [person, { counts }] = await Promise.all([
    ownPerson(),
    api.listAdministrators({ query: { kind: 'user', size: 1 } }),
  ])
  // Some steps are about the visitor's own account, for which the scope may be missing.
  if (!person) return null
  const own = person.user
  const steps: readonly FirstStep[] = [
    {
      id: 'administrator',
      isDone: true,
      title: t('dashboard.first.administrator'),
      hint: own.email,
    },
    {
      id: 'two-step',
      isDone: own.otpEnabled,
      title: t('dashboard.first.two_step'),
      hint: t('dashboard.first.two_step_hint'),
      href: '/account/security',
    },
    {
      id: 'email',
      isDone: hasMail,
      title: t('dashboard.first.email'),
      hint: t('dashboard.first.email_hint'),
      href: '/admin/settings/email',
    },
    {
      id: 'application',
      isDone: isConnected,
      title: t('dashboard.first.application'),
      hint: t('dashboard.first.application_hint'),
    },
    {
      id: 'second',
      isDone: counts.users > 1,
      title: t('dashboard.first.second'),
      hint: t('dashboard.first.second_hint'),
      href: '/admin/administrators/add',
    },
  ]
  return steps.filter(({ isDone }) => isDone).length < enough ? steps : null
}

interface FirstStepsProps {
  readonly steps: readonly FirstStep[]
  /** The password of the first start is still in use. */
  readonly isPasswordGenerated: boolean
}

/** The first steps, the server's addresses, the recommended features and the frameworks. */
export async function FirstSteps({ steps, isPasswordGenerated }: FirstStepsProps) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <Steps steps={steps} isPasswordGenerated={isPasswordGenerated} />
        <div>
          <YourServer />
          <Recommended />
          <Look />
        </div>
      </div>
      <FrameworkCards />
    </>
  )
}

async function Steps({ steps, isPasswordGenerated }: FirstStepsProps) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone, href }) => !isDone && href)
  return (
    <Panel
      id="first-steps"
      title={t('dashboard.first.title')}
      actions={
        <span className="ui-hint">{t('dashboard.first.done', { done, all: steps.length })}</span>
      }
      flush
      foot={
        <form method="post" action="/admin/dashboard/hide">
          <input
            type="hidden"
            name="hidden"
            value={withHidden(await hiddenNotes(), firstStepsNote, visitor.now)}
          />
          <button type="submit" id="hide-steps" className="btn btn-sm btn-ghost">
            {t('dashboard.first.hide')}
          </button>
        </form>
      }
    >
      <progress
        className="progress progress-primary mx-5 mt-4 mb-1 block w-[calc(100%-2.5rem)]"
        value={done}
        max={steps.length}
        aria-label={t('dashboard.first.done', { done, all: steps.length })}
      />
      {isPasswordGenerated && <GeneratedPassword />}
      <ul className="ui-rows">
        {steps.map((step) => (
          <Step key={step.id} {...step} isNext={step === next} />
        ))}
      </ul>
    </Panel>
  )
}

async function Step({
  id,
  isDone,
  title,
  hint,
  href,
  isNext,
}: FirstStep & { readonly isNext: boolean }) {
  const t = await pageTexts()
  return (
    <li id={`first-${id}`} className={`flex-wrap ${isDone ? 'ui-step-done' : ''}`}>
      <span className="ui-step-no shrink-0">
        {isDone && <Check role="img" aria-label={t('clients.connect.step_done')} />}
      </span>
      <div className="ui-row-text basis-48">
        <p className={`ui-row-title ${isDone ? 'text-muted' : ''}`}>{title}</p>
        {hint && <p className="ui-hint [overflow-wrap:anywhere]">{hint}</p>}
      </div>
      {href && !isDone && (
        <Link
          href={href}
          prefetch={false}
          className={`btn btn-sm ${isNext ? 'btn-primary' : ''}`}
          aria-label={`${t('dashboard.first.open')}: ${title}`}
        >
          {t('dashboard.first.open')}
        </Link>
      )}
    </li>
  )
}

async function YourServer() {
  const t = await pageTexts()
  const { baseUrl, version } = await pageSettings()
  const facts = [
    [t('clients.connect.issuer'), baseUrl],
    [t('clients.connect.discovery'), `${baseUrl}/.well-known/openid-configuration`],
  ] as const
  return (
    <Panel id="your-server" title={t('dashboard.first.server')}>
      <dl className="ui-kv ui-kv-stacked">
        {facts.map(([name, address]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="flex min-w-0 flex-nowrap items-start gap-1">
              <span dir="ltr" className="mono min-w-0 [overflow-wrap:anywhere]">
                {address}
              </span>
              <CopyButton value={address} label={t('clients.connect.copy_named', { name })} />
            </dd>
          </div>
        ))}
        <dt>{t('dashboard.first.version')}</dt>
        <dd>{version}</dd>
      </dl>
    </Panel>
  )
}

async function Look() {
  const t = await pageTexts()
  return (
    <Panel id="first-look" title={t('dashboard.first.look')} intro={t('dashboard.first.look_hint')}>
      <Link href="/admin/settings/branding" prefetch={false} className="btn btn-sm">
        <Palette aria-hidden="true" />
        {t('dashboard.first.open_branding')}
      </Link>
    </Panel>
  )
}
