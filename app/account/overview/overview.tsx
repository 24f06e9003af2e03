import { Check } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Rows } from '#app/_ui/layout/rows.tsx'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { PageTitle } from '#app/_ui/shell/page-title.tsx'
import { Avatar } from '#app/_ui/text/avatar.tsx'
import { Badge } from '#app/_ui/text/badge.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import { ActivityFeed } from '../_parts/activity-feed.tsx'
import { AppRow } from '../_parts/app-row.tsx'
import { DeviceRow } from '../_parts/device-row.tsx'
import { PasswordAge, SecurityRow } from '../_parts/security-rows.tsx'
import { OverviewNotice } from './overview-notice.tsx'

/** Of each list. */
const shown = 3

/** The visitor's account at a glance. */
export async function Overview() {
  const t = await pageTexts()
  const { api } = await openConsole()
  const [{ sessions }, { consents }, { entries }] = await Promise.all([
    api.listOwnSessions(),
    api.listOwnConsents(),
    api.listOwnActivity({ query: { size: '20' } }),
  ])
  const devices = sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  const used = (one: (typeof consents)[number]) => one.lastUsedAt ?? one.grantedAt ?? ''
  const apps = consents.toSorted((a, b) => used(b).localeCompare(used(a)))
  return (
    <>
      <Person />
      <OverviewNotice entries={entries} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Part title={t('own.overview.security')} href="security" more={t('own.overview.manage')}>
          <SecurityRows />
        </Part>
        <Part
          title={t('own.overview.devices')}
          href="sessions"
          more={t('own.overview.all_devices', { count: devices.length })}
        >
          {devices.slice(0, shown).map((session) => (
            <DeviceRow key={session.id} session={session} isShort />
          ))}
        </Part>
        <Part
          title={t('own.overview.apps')}
          href="manage-consents"
          more={apps.length > 0 && t('own.overview.all_apps', { count: apps.length })}
        >
          {apps.length === 0 && <li className="text-muted">{t('account.consents.none')}</li>}
          {apps.slice(0, shown).map((consent) => (
            <AppRow key={consent.id} consent={consent} isShort />
          ))}
        </Part>
        {entries.length > 0 && (
          <section className="ui-panel">
            <PartHead
              title={t('own.overview.recent')}
              href="activity"
              more={t('own.overview.all_activity')}
            />
            <ActivityFeed entries={entries.slice(0, shown)} time="relative" isShort />
          </section>
        )}
      </div>
    </>
  )
}

async function Person() {
  const t = await pageTexts()
  const { api } = await openConsole()
  const user = await ownAccount()
  const { pictureUrl } = await api.getOwnProfilePicture()
  const name = fullName(user)
  return (
    <header className="mb-6 flex items-center gap-4">
      <PageTitle title={t('own.overview.title')} />
      {pictureUrl ? (
        <img src={pictureUrl} alt="" className="ui-avatar ui-avatar-xl object-cover" />
      ) : (
        <Avatar person={user} size="xl" />
      )}
      <div className="min-w-0">
        <h1 className="font-semibold text-2xl tracking-tight [overflow-wrap:anywhere]">
          <bdi>{name || shownEmail(user.email)}</bdi>
        </h1>
        <p className="flex flex-wrap items-center gap-x-2 text-muted [overflow-wrap:anywhere]">
          {name && <EmailAddress email={user.email} />}
          {user.emailVerified && (
            <Badge tone="success" icon={Check}>
              {t('account.email.verified')}
            </Badge>
          )}
        </p>
      </div>
    </header>
  )
}

async function SecurityRows() {
  const t = await pageTexts()
  const { otpEnabled } = await ownAccount()
  return (
    <>
      <SecurityRow of="password" title={t('own.security.password')} hint={<PasswordAge />} />
      <SecurityRow
        of="two-step"
        title={t('own.security.two_step')}
        hint={otpEnabled ? t('own.security.on_text') : t('own.security.off')}
      />
    </>
  )
}

interface PartHeadProps {
  readonly title: string
  /** Page of the account. */
  readonly href: string
  /** The text of the link; without one the part has none. */
  readonly more: string | false
}

function PartHead({ title, href, more }: PartHeadProps) {
  return (
    <div className="ui-panel-head pb-1">
      <h2>{title}</h2>
      {more && (
        <Link href={`/account/${href}`} prefetch={false} className="ui-link text-sm">
          {more}
        </Link>
      )}
    </div>
  )
}

function Part({ children, ...head }: PartHeadProps & { readonly children: ReactNode }) {
  return (
    <section className="ui-panel">
      <PartHead {...head} />
      <Rows>{children}</Rows>
    </section>
  )
}
