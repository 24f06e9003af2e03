import { SearchX, ShieldCheck } from 'lucide-react'
import Link from 'next/link'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { Table, TableFrame } from '#app/_ui/list/table.tsx'
import { Toolbar } from '#app/_ui/list/toolbar.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { ActivityHeader } from '#app/admin/activity/_parts/activity-tabs.tsx'
import { requestActivity } from '#app/admin/activity/_parts/filter.ts'
import { allRules } from './_parts/all-rules.ts'
import { RefusalChips } from './_parts/refusal-chips.tsx'
import { refusalQueryIn, refusalsAddress } from './_parts/refusal-query.ts'

interface RefusalsPageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** The refused requests, newest first; the request ID of an error page finds its request. */
export default async function RefusalsPage({ searchParams }: RefusalsPageProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const query = refusalQueryIn(await searchParams)
  const list = await api.listRefusals({ query })
  const { requestId = '' } = query
  return (
    <>
      <ActivityHeader
        here="refused"
        intro={t('activity.refused.intro', { days: list.days })}
        actions={
          <a href={allRules} className="btn btn-sm">
            {t('activity.refused.all_rules')}
          </a>
        }
      />
      <Toolbar>
        <SearchBox label={t('activity.field.requestId')} query={requestId} name="requestId" />
        <RefusalChips query={query} />
      </Toolbar>
      <TableFrame>
        {list.refusals.length > 0 ? (
          <RefusalTable refusals={list.refusals} />
        ) : (
          <Nothing
            requestId={requestId}
            reason={list.recorded ? (list.absence ?? 'none') : 'off'}
            days={list.days}
          />
        )}
        {list.next !== undefined && (
          <div className="flex justify-end p-3">
            <Link
              href={refusalsAddress({ ...query, after: String(list.next) })}
              prefetch={false}
              className="btn btn-sm"
            >
              {t('activity.older')}
            </Link>
          </div>
        )}
      </TableFrame>
    </>
  )
}

type Refusals = Awaited<
  ReturnType<Awaited<ReturnType<typeof openConsole>>['api']['listRefusals']>
>['refusals']

async function RefusalTable({ refusals }: { readonly refusals: Refusals }) {
  const t = await pageTexts()
  return (
    <Table id="refusals" isFit isStackable>
      <thead>
        <tr>
          <th scope="col">{t('activity.what')}</th>
          <th scope="col" className="hidden @2xl:table-cell">
            {t('activity.application')}
          </th>
          <th scope="col" className="hidden @4xl:table-cell">
            {t('activity.network')}
          </th>
          <th scope="col" className="text-end!">
            {t('activity.when')}
          </th>
        </tr>
      </thead>
      <tbody>
        {refusals.map((one) => (
          <tr key={one.id} data-rule={one.rule}>
            <td className="ui-primary">
              <Link href={`/admin/refusals/${one.id}`} prefetch={false}>
                {t(`refusals.rule.${one.rule}.title`)}
                {one.repeats > 0 && (
                  <span className="text-muted">
                    {' '}
                    · {t('activity.refused.more', { count: one.repeats })}
                  </span>
                )}
              </Link>
            </td>
            <td className="hidden @2xl:table-cell">
              <bdi>{one.clientIdentifier}</bdi>
            </td>
            <td dir="ltr" className="hidden font-mono text-xs @4xl:table-cell rtl:text-end">
              {one.network}
            </td>
            <td className="keep text-end! text-muted">
              <Timestamp value={one.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface NothingProps {
  readonly requestId: string
  readonly reason: 'none' | 'off' | 'succeeded' | 'unknown'
  readonly days: number
}

async function Nothing({ requestId, reason, days }: NothingProps) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  return (
    <EmptyState
      icon={reason === 'none' ? ShieldCheck : SearchX}
      title={t('activity.refused.nothing')}
      text={t(`activity.refused.absence.${reason}`, { days })}
    >
      {reason === 'succeeded' && mayRead(visitor, 'settings') && (
        <Link href={requestActivity(requestId)} prefetch={false} className="btn btn-sm">
          {t('activity.same_request')}
        </Link>
      )}
    </EmptyState>
  )
}
