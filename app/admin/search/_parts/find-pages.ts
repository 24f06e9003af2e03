import { mayRead, mayWrite } from '#app/_ui/shell/rights.ts'
import { adminPages } from '#app/admin/_parts/admin-pages.ts'
import { wordFinder } from '#lib/base/text/folding.ts'
import { markedParts, rankOf } from '#lib/base/text/matches.ts'
import type { Visitor } from '#lib/console/guard.ts'
import type { Found } from './found.ts'
import type { Texts } from './found-records.ts'

/** Pages that the search shows before anything is typed. */
const first = 5
const most = 6

interface NamedPage {
  readonly href: string
  readonly label: string
}

/** The first pages of the rail. */
export function firstPages(visitor: Visitor, t: Texts): readonly Found[] {
  return railPages(visitor, t)
    .slice(0, first)
    .map(({ href, label }) => found(href, label, ''))
}

/** Pages that the visitor may open, by their names. */
export function findPages(visitor: Visitor, t: Texts, typed: string): readonly Found[] {
  const isFound = wordFinder(typed)
  return [...railPages(visitor, t), ...otherPages(visitor, t)]
    .filter(({ label }) => isFound(label))
    .map((page) => ({ page, rank: rankOf([page.label], typed) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ page: { href, label } }) => found(href, label, typed))
}

function found(href: string, label: string, typed: string): Found {
  return { href, icon: 'page', text: markedParts(label, typed) }
}

function railPages(visitor: Visitor, t: Texts): readonly NamedPage[] {
  return adminPages
    .flatMap(({ pages }) => pages)
    .filter(({ domain }) => !domain || mayRead(visitor, domain))
    .map(({ name, href }) => ({ href, label: t(`shell.admin.${name}`) }))
}

/** Pages that the rail does not show. */
function otherPages(visitor: Visitor, t: Texts): readonly NamedPage[] {
  const write = (domain: 'users' | 'clients' | 'settings', href: string, label: string) =>
    mayWrite(visitor, domain) ? [{ href, label }] : []
  return [
    ...write('users', '/admin/users/new', t('users.add')),
    ...write('users', '/admin/groups/new', t('groups.add')),
    ...write('clients', '/admin/clients/new', t('clients.add')),
    ...write('settings', '/admin/resources/new', t('resources.add')),
    { href: '/admin/refusals', label: t('activity.title.refused') },
    ...(mayRead(visitor, 'settings')
      ? [{ href: '/admin/settings/audit-logs', label: t('activity.title.settings') }]
      : []),
  ]
}
