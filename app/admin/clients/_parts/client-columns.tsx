import type { Column } from '#app/_ui/list/data-table.tsx'
import type { Api } from '#app/_ui/shell/make-api.ts'
import type { Texts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { ClientBadges } from './client-badges.tsx'
import { ClientKind } from './client-kind.tsx'

/** An application in the list. */
export type ListedClient = Awaited<ReturnType<Api['searchClients']>>['clients'][number]

/** The columns of the list of applications, beside the name. */
export function clientColumns(t: Texts, language: string): readonly Column<ListedClient>[] {
  return [
    {
      key: 'status',
      label: t('users.state'),
      cell: (client) => (
        <span className="flex gap-1">
          <ClientBadges client={client} />
        </span>
      ),
    },
    {
      key: 'kind',
      label: t('lists.kind'),
      from: 44,
      cell: (client) => <ClientKind client={client} />,
    },
    {
      key: 'lastUsed',
      label: t('lists.last_used'),
      sort: 'lastUsedAt',
      look: 'time',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Timestamp value={lastUsedAt} /> : t('lists.never')),
    },
    {
      key: 'signIns',
      label: t('lists.sign_ins'),
      from: 52,
      look: 'num',
      cell: ({ signIns7d = 0, authorizationCodeEnabled }) =>
        signIns7d === 0 && !authorizationCodeEnabled ? '–' : signIns7d.toLocaleString(language),
    },
    {
      key: 'description',
      label: t('clients.description'),
      from: 60,
      look: 'ui-soft',
      cell: ({ description }) => (
        <span className="block max-w-80 truncate" title={description}>
          <bdi>{description}</bdi>
        </span>
      ),
    },
    {
      key: 'created',
      label: t('lists.created'),
      sort: 'createdAt',
      from: 68,
      look: 'time',
      cell: ({ createdAt }) => <Timestamp value={createdAt} />,
    },
  ]
}
