import { Check } from 'lucide-react'
import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { FrameworkTile } from '#app/_ui/text/framework-tile.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { guides } from '#lib/guides/index.ts'
import type { ClientPart, SettingsPart } from './parts.ts'

interface FirstStepsProps {
  readonly clients: ClientPart
  readonly settings: SettingsPart
}

/** What makes a fresh server ready for people, until it has its first application. */
export async function FirstSteps({ clients, settings }: FirstStepsProps) {
  const { visitor } = await openConsole()
  // The console's own client is one.
  if (!clients || clients.clients > 1 || !mayWrite(visitor, 'clients')) return null
  const t = await pageTexts()
  return (
    <>
      <Panel id="first-steps" title={t('dashboard.first.title')} flush>
        <ul className="ui-rows">
          {settings && (
            <Step
              id="email"
              isDone={!settings.warnings.includes('mail_off')}
              title={t('dashboard.first.email')}
              hint={t('dashboard.first.email_hint')}
              href="/admin/settings/email"
            />
          )}
          <Step
            id="application"
            isDone={false}
            title={t('dashboard.first.application')}
            hint={t('dashboard.first.application_hint')}
          />
        </ul>
      </Panel>
      <Panel id="frameworks" title={t('dashboard.connect.first')}>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,12rem),1fr))] gap-2.5">
          {guides.map(({ id, title, kind, mark, color }) => (
            <Link
              key={id}
              id={`framework-${id}`}
              href={`/admin/clients/new?framework=${id}`}
              prefetch={false}
              className="ui-choice items-center gap-2.5! p-2.5!"
            >
              <FrameworkTile mark={mark} color={color} />
              <span className="min-w-0 leading-4">
                <bdi className="block font-semibold text-sm">{title}</bdi>
                <span className="text-subtle text-xs">{t(`clients.new.short.${kind}`)}</span>
              </span>
            </Link>
          ))}
        </div>
      </Panel>
    </>
  )
}

interface StepProps {
  readonly id: string
  readonly isDone: boolean
  readonly title: string
  readonly hint: string
  readonly href?: string
}

async function Step({ id, isDone, title, hint, href }: StepProps) {
  const t = await pageTexts()
  return (
    <li id={`first-${id}`} className={isDone ? 'ui-step-done' : ''}>
      <span className="ui-step-no shrink-0">
        {isDone && <Check role="img" aria-label={t('clients.connect.step_done')} />}
      </span>
      <div className="ui-row-text">
        <p className={`ui-row-title ${isDone ? 'text-muted' : ''}`}>{title}</p>
        <p className="ui-hint">{hint}</p>
      </div>
      {href && !isDone && (
        <Link href={href} prefetch={false} className="btn btn-sm btn-primary">
          {title}
        </Link>
      )}
    </li>
  )
}
