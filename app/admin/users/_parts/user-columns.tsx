import { ShieldCheck } from 'lucide-react'
import type { Column } from '#app/_ui/list/data-table.tsx'
import type { Api } from '#app/_ui/shell/make-api.ts'
import type { Texts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { UserBadges } from './user-badges.tsx'

/** A user in the list. */
export type ListedUser = Awaited<ReturnType<Api['searchUsers']>>['users'][number]

/** The columns of the list of users, beside the name. */
export function userColumns(t: Texts): readonly Column<ListedUser>[] {
  return [
    {
      key: 'status',
      label: t('users.state'),
      cell: (user) => (
        <span className="flex gap-1">
          <UserBadges user={user} />
        </span>
      ),
    },
    {
      key: 'groups',
      label: t('groups.title'),
      from: 52,
      look: 'ui-soft',
      cell: (user) => <GroupNames user={user} />,
    },
    {
      key: 'twoFactor',
      label: t('lists.two_factor'),
      from: 44,
      look: 'fit',
      cell: ({ twoFactor }) =>
        twoFactor ? (
          <span className="inline-flex items-center gap-1.5">
            <ShieldCheck className="text-success-text" aria-hidden="true" />
            {t('lists.on')}
          </span>
        ) : (
          <span className="ui-soft">{t('lists.off')}</span>
        ),
    },
    {
      key: 'lastSignIn',
      label: t('lists.last_sign_in'),
      sort: 'lastSignInAt',
      look: 'time',
      cell: ({ lastSignInAt }) =>
        lastSignInAt ? <Timestamp value={lastSignInAt} /> : t('lists.never'),
    },
    {
      key: 'created',
      label: t('lists.created'),
      sort: 'createdAt',
      from: 68,
      look: 'time',
      cell: ({ createdAt }) => <Timestamp value={createdAt} />,
    },
    { key: 'username', label: t('users.username'), from: 44, look: 'ui-soft', cell: username },
    {
      key: 'phone',
      label: t('lists.phone'),
      from: 60,
      look: 'ui-soft',
      cell: ({ phone }) => <bdi dir="ltr">{phone}</bdi>,
    },
    { key: 'locale', label: t('lists.language'), from: 60, look: 'ui-soft', cell: locale },
    {
      key: 'subject',
      label: t('users.subject'),
      from: 60,
      look: 'ui-soft',
      cell: ({ subject }) => (
        <span dir="ltr" className="mono">
          {subject}
        </span>
      ),
    },
  ]
}

const username = ({ username }: ListedUser) => <bdi>{username}</bdi>
const locale = ({ locale }: ListedUser) => locale

/** The first groups; a number stands for the others. */
function GroupNames({ user: { groups = [], groupCount = 0 } }: { readonly user: ListedUser }) {
  const shown = groups.slice(0, 2)
  const others = groupCount - shown.length
  return (
    <span className="block max-w-56 truncate" title={groups.join(', ')}>
      <bdi>{[...shown, ...(others > 0 ? [`+${others}`] : [])].join(', ')}</bdi>
    </span>
  )
}
