import { Check, KeyRound, MonitorSmartphone, Plus, Smartphone, UsersRound } from 'lucide-react'
import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Row, Rows } from '#app/_ui/layout/rows.tsx'
import { RecentActivity, recentEntries } from '#app/_ui/list/recent-activity.tsx'
import { Badge } from '#app/_ui/text/badge.tsx'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { TwoStepOff } from '#app/admin/users/_parts/two-step-off.tsx'
import { userAddress } from '#app/admin/users/_parts/user-list-state.ts'
import {
  openUser,
  type UserPageData,
  type UserPageProps,
} from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'
import { fullName } from '#lib/domain/users/full-name.ts'
import { UserActions } from './user-actions.tsx'

/** Who the user is, which groups they are in, how they sign in, and what administrators do most often. */
export default async function UserDetailsPage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { user, api } = data
  const [sessions, { events }] = await Promise.all([
    api.listSessions({ query: { userId: user.id, limit: 1 } }),
    api.getUserHistory({ params: { id: user.id }, query: { limit: recentEntries } }),
  ])
  return (
    <UserShell
      data={data}
      section="details"
      actions={<UserActions data={data} sessions={sessions} />}
    >
      {!user.enabled && (
        <Notice kind="warning" id="is-disabled" className="mb-5">
          {t('users.access.disabled')}
        </Notice>
      )}
      <div className="grid items-start gap-x-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
        <div>
          <Identity data={data} />
          <Groups data={data} />
        </div>
        <div>
          <Security data={data} sessions={sessions.total} />
          <RecentActivity
            events={events}
            history={userAddress(user.id, 'history', data.listState)}
          />
        </div>
      </div>
    </UserShell>
  )
}

interface PartProps {
  readonly data: UserPageData
}

async function Identity({ data: { user, listState } }: PartProps) {
  const t = await pageTexts()
  return (
    <Panel
      title={t('users.details.title')}
      id="details"
      actions={
        <Link
          href={userAddress(user.id, 'profile', listState)}
          prefetch={false}
          className="text-link text-sm"
        >
          {t('access.user.edit')}
        </Link>
      }
    >
      <Facts
        facts={[
          [t('users.details.full_name'), fullName(user) && <bdi key="name">{fullName(user)}</bdi>],
          [t('users.email'), <Email key="email" user={user} />],
          [t('users.username'), user.username],
          [t('users.subject'), <Subject key="subject" subject={user.subject} />],
          [t('users.details.created'), <Timestamp key="created" value={user.createdAt} />],
          [t('users.details.updated'), <Timestamp key="updated" value={user.updatedAt} />],
        ]}
      />
    </Panel>
  )
}

async function Email({ user }: Pick<UserPageData, 'user'>) {
  const t = await pageTexts()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <EmailAddress email={user.email} />
      {user.emailVerified ? (
        <Check className="size-4 text-[var(--success-text)]" aria-hidden="true" />
      ) : (
        <Badge tone="warning">{t('users.unverified')}</Badge>
      )}
    </span>
  )
}

async function Subject({ subject }: { readonly subject: string }) {
  const t = await pageTexts()
  return (
    <span className="inline-flex items-center gap-1">
      <span id="subject" dir="ltr" className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
        {subject}
      </span>
      <CopyButton value={subject} label={t('users.details.copy_subject')} />
    </span>
  )
}

async function Groups({ data: { user, listState, mayEdit } }: PartProps) {
  const t = await pageTexts()
  return (
    <Panel title={t('users.groups.title')} id="groups">
      <div className="flex flex-wrap gap-1.5">
        {user.groups.map(({ id, groupIdentifier }) => (
          <Link
            key={id}
            href={`/admin/groups/${id}/members`}
            prefetch={false}
            className="ui-badge h-auto! min-h-7 max-w-full whitespace-normal! px-2! font-medium! text-sm! [overflow-wrap:anywhere]"
          >
            <UsersRound aria-hidden="true" />
            {groupIdentifier}
          </Link>
        ))}
        {user.groups.length === 0 && <p className="text-muted text-sm">{t('users.groups.none')}</p>}
        {mayEdit && (
          <Link
            id="add-to-group"
            href={userAddress(user.id, 'groups', listState)}
            prefetch={false}
            className="btn btn-sm"
          >
            <Plus aria-hidden="true" />
            {t('access.user.add_to_group')}
          </Link>
        )}
      </div>
    </Panel>
  )
}

async function Security({ data, sessions }: PartProps & { readonly sessions: number }) {
  const t = await pageTexts()
  const { user, listState, mayEdit } = data
  return (
    <Panel
      title={t('access.user.security')}
      id="security"
      flush
      actions={
        <Link
          href={userAddress(user.id, 'authentication', listState)}
          prefetch={false}
          className="text-link text-sm"
        >
          {t('access.user.manage')}
        </Link>
      }
    >
      <Rows>
        <Row
          icon={Smartphone}
          title={t('users.details.two_factor')}
          hint={t(user.otpEnabled ? 'users.otp.is_on' : 'users.otp.is_off')}
          action={
            mayEdit && user.otpEnabled ? (
              <TwoStepOff user={user} />
            ) : (
              <Badge tone={user.otpEnabled ? 'success' : 'neutral'}>
                {t(user.otpEnabled ? 'users.on' : 'users.off')}
              </Badge>
            )
          }
        />
        <Row
          icon={MonitorSmartphone}
          title={t('access.user.signed_in')}
          action={
            <Link
              id="signed-in"
              href={userAddress(user.id, 'sessions', listState)}
              prefetch={false}
              className="text-link text-sm"
            >
              {t('access.user.devices', { count: sessions })}
            </Link>
          }
        />
        <Row
          icon={KeyRound}
          title={t('users.sections.permissions')}
          action={
            <Link
              id="see-access"
              href={userAddress(user.id, 'permissions', listState)}
              prefetch={false}
              className="text-link text-sm"
            >
              {t('access.token.show')}
            </Link>
          }
        />
      </Rows>
    </Panel>
  )
}
