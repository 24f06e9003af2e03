import type { ReactNode } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { ReadOnlyNotice } from '#app/_ui/feedback/read-only-notice.tsx'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { Sections } from '#app/_ui/shell/sections.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { shownEmail } from '#lib/domain/email-form.ts'
import { fullName } from '#lib/domain/full-name.ts'
import { UserBadges } from './user-badges.tsx'
import { listAddress, userAddress } from './user-list-state.ts'
import type { UserPageData } from './user-page-data.ts'

const sections = [
  'details',
  'profile',
  'email',
  'phone',
  'address',
  'picture',
  'authentication',
  'attributes',
  'groups',
  'permissions',
  'consents',
  'sessions',
  'delete',
] as const

interface UserShellProps {
  readonly data: UserPageData
  readonly section: (typeof sections)[number]
  readonly children: ReactNode
}

/**
 * The frame of a user's pages: name, email, and links to the other pages. Its link back leads to the list at the same
 * page and search.
 */
export async function UserShell({ data, section, children }: UserShellProps) {
  const t = await pageTexts()
  const { user, listState, visitor, isBeyondReach } = data
  const items = sections
    .filter((name) => name !== 'delete' || mayWrite(visitor, 'users'))
    .map((name) => ({
      href: userAddress(user.id, name, listState),
      label: t(`users.sections.${name}`),
    }))
  return (
    <>
      <PageHeader
        title={`${shownEmail(user.email)} - ${t(`users.sections.${section}`)}`}
        heading={fullName(user) || <EmailAddress email={user.email} />}
        intro={<Who data={data} />}
        back={{ href: listAddress(listState), label: t('users.title') }}
      />
      <Sections
        label={t('users.sections.label')}
        items={items}
        here={userAddress(user.id, section, listState)}
      >
        {isBeyondReach && (
          <Notice kind="warning" id="beyond-reach" className="mb-5">
            {t('users.beyond_reach')}
          </Notice>
        )}
        {!mayWrite(visitor, 'users') && <ReadOnlyNotice />}
        {children}
      </Sections>
    </>
  )
}

async function Who({ data: { user, isOwn } }: { readonly data: UserPageData }) {
  const t = await pageTexts()
  return (
    <span className="flex flex-wrap items-center gap-2">
      {fullName(user) && <EmailAddress email={user.email} />}
      {isOwn && <span>{t('users.yourself')}</span>}
      <UserBadges user={user} />
    </span>
  )
}
