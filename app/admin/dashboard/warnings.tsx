import { CircleCheck, EyeOff, ShieldAlert, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { ownPerson } from '#app/_ui/shell/own-person.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { hiddenNotes } from '#lib/http/page.ts'
import { readHidden, withHidden } from './hidden.ts'
import type { Warning } from './parts.ts'

/** Where to fix each warning: a page, or an environment variable. */
const places: Readonly<Record<Warning, `/${string}` | Uppercase<string>>> = {
  generated_password_used: '/account/change-password',
  rate_limiter_off: 'RATE_LIMITER_ENABLED',
  base_url_not_https: 'BASE_URL',
  trusted_proxies_missing: 'TRUSTED_PROXIES',
  issuer_differs: '/admin/settings/general#server',
  password_policy_none: '/admin/settings/sign-in#passwords',
  self_registration_unverified: '/admin/settings/accounts#self-registration',
  mail_off: '/admin/settings/email',
  mail_unencrypted: '/admin/settings/email',
  implicit_flow_on: '/admin/settings/general#applications',
  password_grant_on: '/admin/settings/general#applications',
  pkce_optional: '/admin/settings/general#applications',
  dynamic_registration_open: '/admin/settings/general#applications',
  audit_log_not_stored: '/admin/settings/audit-logs',
  key_old: '/admin/settings/keys',
  clients_await_approval: '/admin/clients?approval=pending',
  logout_notifications_failed: '/admin/clients',
  provider_refuses: '/admin/identity-providers',
  provider_open_to_all: '/admin/identity-providers',
  provider_secret_expires: '/admin/identity-providers',
  password_policy_low: '/admin/settings/sign-in#passwords',
}

/** What is dangerous at once; everything else can wait for a day. */
const grave: ReadonlySet<Warning> = new Set<Warning>([
  'generated_password_used',
  'rate_limiter_off',
  'base_url_not_https',
  'trusted_proxies_missing',
  'password_policy_none',
  'self_registration_unverified',
  'mail_unencrypted',
  'provider_refuses',
  'provider_open_to_all',
])

/** Another administrator's password is out of reach: the list of administrators says who they are. */
async function placeOf(warning: Warning) {
  if (warning !== 'generated_password_used') return places[warning]
  const person = await ownPerson()
  return person?.user.passwordGenerated ? places[warning] : '/admin/administrators'
}

/** Configuration to review, the gravest first, each with the way to change it. */
export async function Warnings({ warnings: all }: { readonly warnings: readonly Warning[] }) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const hidden = readHidden(await hiddenNotes(), visitor.now)
  const warnings = all.filter((warning) => grave.has(warning) || !hidden.includes(warning))
  const left = all.length - warnings.length
  return (
    <Panel
      id="warnings"
      title={t('dashboard.warnings.title')}
      flush
      foot={left > 0 && <ShowAgain count={left} />}
    >
      {warnings.length === 0 ? (
        <EmptyState
          icon={CircleCheck}
          title={t('dashboard.warnings.none_title')}
          text={t('dashboard.warnings.none_text')}
        />
      ) : (
        <ul className="ui-rows">
          {warnings.map((warning) => (
            <WarningItem key={warning} warning={warning} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

async function ShowAgain({ count }: { readonly count: number }) {
  const t = await pageTexts()
  return (
    <form method="post" action="/admin/dashboard/hide" className="flex w-full items-center gap-2">
      <span className="grow">{t('dashboard.warnings.hidden', { count })}</span>
      <button type="submit" id="show-hidden" className="btn btn-sm btn-ghost">
        {t('dashboard.warnings.show')}
      </button>
    </form>
  )
}

async function WarningItem({ warning }: { readonly warning: Warning }) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const kept = await hiddenNotes()
  const place = await placeOf(warning)
  const isPage = place.startsWith('/')
  const isGrave = grave.has(warning)
  const Icon = isGrave ? ShieldAlert : TriangleAlert
  const title = t(`dashboard.warnings.${warning}`)
  return (
    <li id={`warning-${warning}`} className="flex-wrap items-start!">
      <span className={`ui-feed-icon ${isGrave ? 'ui-feed-icon-danger' : 'ui-feed-icon-warning'}`}>
        <Icon aria-hidden="true" />
      </span>
      <div className="ui-row-text basis-48">
        <p className="ui-row-title">{title}</p>
        <p className="ui-hint">{t(`dashboard.warnings.${warning}_text`)}</p>
        {!isPage && (
          <p className="ui-hint [overflow-wrap:anywhere]">
            {t('dashboard.warnings.environment', { variable: place })}
          </p>
        )}
      </div>
      {isPage && mayWrite(visitor, 'settings') && (
        <Link
          href={place}
          prefetch={false}
          className="btn btn-sm shrink-0"
          aria-label={`${t('dashboard.warnings.change')}: ${title}`}
        >
          {t('dashboard.warnings.change')}
        </Link>
      )}
      {!isGrave && (
        <form method="post" action="/admin/dashboard/hide">
          <input type="hidden" name="hidden" value={withHidden(kept, warning, visitor.now)} />
          <button
            type="submit"
            className="btn btn-sm btn-ghost btn-square shrink-0"
            aria-label={`${t('dashboard.warnings.hide')}: ${title}`}
            title={t('dashboard.warnings.hide')}
          >
            <EyeOff aria-hidden="true" />
          </button>
        </form>
      )}
    </li>
  )
}
