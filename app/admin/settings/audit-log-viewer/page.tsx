import { ScrollText, SearchX } from 'lucide-react'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { TableFrame } from '#app/_ui/list/table.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { SettingsHeader } from '../_parts/settings-header.tsx'
import { EventList } from './events.tsx'
import { type Filter, filterAddress, filterIn, filterQuery, viewer } from './filter.ts'
import { FilterForm } from './filter-form.tsx'
import { recordNames } from './record-names.ts'

const size = 20

interface AuditLogPageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** The audit log, newest first; filter and page are in the address. */
export default async function AuditLogPage({ searchParams }: AuditLogPageProps) {
  const t = await pageTexts()
  const filter = filterIn(await searchParams)
  const { api } = await openConsole()
  const [{ auditLogs, total }, { auditEventTypes }, settings] = await Promise.all([
    api.listAuditLogs({ query: { ...filter, size } }),
    api.listAuditEventTypes(),
    api.getAuditLogSettings(),
  ])
  if (auditLogs.length === 0 && total > 0) {
    redirect(filterAddress({ ...filter, page: Math.ceil(total / size) }))
  }
  return (
    <>
      <SettingsHeader
        page="audit_log"
        heading={t('console.admin_nav.audit_log')}
        intro={t('settings.log.intro')}
        actions={
          <Link href="/admin/settings/audit-logs" prefetch={false} className="btn btn-sm">
            {t('settings.log.change_settings')}
          </Link>
        }
      />
      <FilterForm filter={filter} events={auditEventTypes} />
      <TableFrame>
        {auditLogs.length > 0 ? (
          <EventList
            entries={auditLogs}
            filter={filter}
            names={await recordNames(auditLogs.map(({ details }) => details))}
          />
        ) : (
          <Nothing filter={filter} isKept={settings.auditLogsInDatabaseEnabled} />
        )}
        <Pagination
          page={filter.page}
          size={size}
          total={total}
          path={viewer}
          query={filterQuery(filter)}
        />
      </TableFrame>
    </>
  )
}

interface NothingProps {
  readonly filter: Filter
  /** The server currently stores events. */
  readonly isKept: boolean
}

async function Nothing({ filter, isKept }: NothingProps) {
  const t = await pageTexts()
  if (filter.auditEvent || filter.requestId) {
    return (
      <EmptyState
        icon={SearchX}
        title={t('settings.log.nothing_title')}
        text={t('settings.log.nothing_text')}
      >
        <Link href={viewer} prefetch={false} className="btn btn-sm">
          {t('console.show_all')}
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={ScrollText}
      title={t('settings.log.empty_title')}
      text={isKept ? t('settings.log.empty_text') : t('settings.log.empty_off')}
    />
  )
}
