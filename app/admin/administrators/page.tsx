import { UserPlus } from 'lucide-react'
import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { leadToLastPage, readListState, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { TableFrame } from '#app/_ui/list/table.tsx'
import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayManage } from '#app/_ui/shell/rights.ts'
import { Tabs } from '#app/_ui/shell/tabs.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import { AdministratorClients, AdministratorGroups } from './_parts/others.tsx'
import { AdministratorPeople } from './_parts/people.tsx'
import { RolesPanel } from './_parts/roles-panel.tsx'

type Administrators = Awaited<ReturnType<Api['listAdministrators']>>

const path = '/admin/administrators'
const size = 50
const kinds = ['user', 'group', 'client'] as const

/** Everyone and everything that can change this server. */
export default async function AdministratorsPage({
  searchParams,
}: {
  readonly searchParams: SearchParams
}) {
  const t = await pageTexts()
  const { page } = await readListState(searchParams)
  const { kind: wanted } = await searchParams
  const kind = kinds.find((one) => one === wanted) ?? 'user'
  const { api, visitor } = await openConsole()
  const found = await api.listAdministrators({ query: { kind, page, size } })
  const kept: Record<string, string> = kind === 'user' ? {} : { kind }
  const shown = found.users.length + found.groups.length + found.clients.length
  leadToLastPage({ shown, total: found.total, size, path, kept })
  const mayChange = mayManage(visitor)
  return (
    <>
      <PageHeader
        title={t('access.administrators.title')}
        intro={t('access.administrators.intro')}
        actions={mayChange && <AddAdministrator />}
      />
      <PasswordAlone found={found} />
      {!mayChange && (
        <Notice kind="info" className="mb-5">
          {t('access.administrators.only_owners')}
        </Notice>
      )}
      <Tabs
        label={t('access.administrators.kinds')}
        here={kind === 'user' ? path : `${path}?kind=${kind}`}
        tabs={[
          { href: path, label: `${t('access.administrators.people')} ${found.counts.users}` },
          {
            href: `${path}?kind=group`,
            label: `${t('access.administrators.groups')} ${found.counts.groups}`,
          },
          {
            href: `${path}?kind=client`,
            label: `${t('access.administrators.applications')} ${found.counts.clients}`,
          },
        ]}
      >
        <TableFrame>
          {kind === 'user' && <AdministratorPeople users={found.users} mayChange={mayChange} />}
          {kind === 'group' && <AdministratorGroups groups={found.groups} />}
          {kind === 'client' && <AdministratorClients clients={found.clients} />}
          <Pagination page={page} size={size} total={found.total} path={path} query={kept} />
        </TableFrame>
        <RolesPanel />
      </Tabs>
    </>
  )
}

async function AddAdministrator() {
  const t = await pageTexts()
  return (
    <Link
      id="add-administrator"
      href={`${path}/add`}
      prefetch={false}
      className="btn btn-primary btn-sm"
    >
      <UserPlus aria-hidden="true" />
      {t('access.administrators.add')}
    </Link>
  )
}

/** Warns of administrators whose password alone opens their account. */
async function PasswordAlone({ found: { passwordAlone } }: { readonly found: Administrators }) {
  const t = await pageTexts()
  const { total, users } = passwordAlone
  if (total === 0) return null
  const names = users.map((user) => fullName(user) || shownEmail(user.email)).join(', ')
  return (
    <Notice kind="danger" id="password-alone" className="mb-5">
      <b className="font-semibold">{t('access.administrators.password_alone', { count: total })}</b>{' '}
      {t('access.administrators.password_alone_cure', {
        names: total > users.length ? `${names}, …` : names,
      })}
    </Notice>
  )
}
