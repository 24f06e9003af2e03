import type { ReactNode } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { ReadOnlyNotice } from '#app/_ui/feedback/read-only-notice.tsx'
import { Dotted } from '#app/_ui/layout/dotted.tsx'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { RecordMenu } from '#app/_ui/shell/record-menu.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { Tabs } from '#app/_ui/shell/tabs.tsx'
import { tabsOf } from '#app/_ui/shell/tabs-of.ts'
import { Avatar } from '#app/_ui/text/avatar.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import { UserBadges } from './user-badges.tsx'
import { listAddress, userAddress } from './user-list-state.ts'
import type { UserPageData } from './user-page-data.ts'

const sections = {
  overview: ['details'],
  profile: ['profile', 'email', 'phone', 'address', 'picture', 'attributes'],
  access: ['permissions', 'groups'],
  security: ['authentication', 'sessions'],
  apps: ['consents'],
  activity: ['history'],
  danger: ['delete'],
} as const

type Section = (typeof sections)[keyof typeof sections][number]

interface UserShellProps {
  readonly data: UserPageData
  readonly section: Section
  /** Buttons in the header. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/**
 * The frame of a user's pages: name, email, and links to the other pages. Its link back leads to the list at the same
 * page and search.
 */
export async function UserShell({ data, section, actions, children }: UserShellProps) {
  const t = await pageTexts()
  const { user, listState, visitor, isBeyondReach } = data
  const names = Object.keys(sections) as readonly (keyof typeof sections)[]
  const tabs = tabsOf<Section>(
    names.map((name) => ({
      label: t(`shell.tabs.${name}`),
      pages: sections[name],
      isDanger: name === 'danger',
    })),
    {
      addressOf: (name) => userAddress(user.id, name, listState),
      labelOf: (name) => t(`users.sections.${name}`),
      isOffered: (name) => name !== 'delete' || mayWrite(visitor, 'users'),
    },
  )
  return (
    <>
      <PageHeader
        title={[t(`users.sections.${section}`), shownEmail(user.email)]}
        heading={fullName(user) || <EmailAddress email={user.email} />}
        picture={<Avatar person={user} size="lg" />}
        badges={<UserBadges user={user} />}
        actions={
          <>
            {actions}
            <RecordMenu
              name={fullName(user) || shownEmail(user.email)}
              copied={user.subject}
              deletion={data.mayEdit ? userAddress(user.id, 'delete', listState) : null}
            />
          </>
        }
        intro={<Who data={data} />}
        back={{ href: listAddress(listState), label: t('users.title') }}
      />
      <Tabs
        label={t('users.sections.label')}
        tabs={tabs}
        here={userAddress(user.id, section, listState)}
        pagesLabel={t('shell.subsections')}
      >
        {isBeyondReach && (
          <Notice kind="warning" id="beyond-reach" className="mb-5">
            {t('users.beyond_reach')}
          </Notice>
        )}
        {!mayWrite(visitor, 'users') && <ReadOnlyNotice />}
        {children}
      </Tabs>
    </>
  )
}

async function Who({ data: { user, isOwn } }: { readonly data: UserPageData }) {
  const t = await pageTexts()
  return (
    <Dotted>
      {fullName(user) && <EmailAddress email={user.email} />}
      {isOwn && t('users.yourself')}
    </Dotted>
  )
}
