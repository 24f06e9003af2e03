import { Table } from '#app/_ui/list/table.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'

type Notification = Awaited<
  ReturnType<Api['listClientLogoutNotifications']>
>['notifications'][number]

interface NotificationTableProps {
  readonly notifications: readonly Notification[]
}

/** Messages about ended sessions that were not delivered. */
export async function NotificationTable({ notifications }: NotificationTableProps) {
  const t = await pageTexts()
  return (
    <Table>
      <thead>
        <tr>
          <th>{t('clients.sign_out.ended')}</th>
          <th>{t('clients.sign_out.state')}</th>
          <th>{t('clients.sign_out.attempts')}</th>
          <th>{t('clients.sign_out.last')}</th>
        </tr>
      </thead>
      <tbody>
        {notifications.map((one) => (
          <tr key={one.id}>
            <td>
              <Timestamp value={one.createdAt} />
            </td>
            <td>
              <Badge tone={one.state === 'failed' ? 'danger' : 'neutral'}>
                {t(`clients.sign_out.${one.state}`)}
              </Badge>
            </td>
            <td className="tabular-nums">{one.attempts}</td>
            <td>
              <bdi dir="ltr" className="mono">
                {one.lastStatus > 0 ? `HTTP ${one.lastStatus}` : one.lastOutcome || '–'}
              </bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
