import Link from 'next/link'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { type Domain, domains, mayRead } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { adminPageAt } from '#app/admin/_parts/admin-pages.ts'
import { RoleBadges } from '#app/admin/administrators/_parts/role-badges.tsx'
import { roles } from '#app/admin/administrators/_parts/roles.ts'

interface NotAllowedPageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** Says which page the visitor's roles do not open, which roles would, and who gives them. */
export default async function NotAllowedPage({ searchParams }: NotAllowedPageProps) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const { page, change } = await searchParams
  const asked = typeof page === 'string' ? adminPageAt(page) : undefined
  const opening = rolesThatOpen(asked?.domain, change)
  const own = roles
    .map(({ permission }) => permission)
    .filter((permission) => visitor.scopes.includes(`authserver:${permission}`))
  return (
    <div id="page-not-allowed">
      <PageHeader
        title={t('pages.unauthorized.title')}
        intro={<p>{t('access.not_allowed.intro')}</p>}
      />
      <Panel>
        <Facts
          facts={[
            ...(asked ? [[t('console.page'), t(`shell.admin.${asked.name}`)] as const] : []),
            [t('access.not_allowed.opened_by'), <RoleBadges key="opening" permissions={opening} />],
            [t('access.not_allowed.yours'), <RoleBadges key="own" permissions={own} />],
          ]}
        />
      </Panel>
      <div className="ui-actions mt-5">
        <Link href="/admin/dashboard" prefetch={false} className="btn btn-primary">
          {t('console.admin_nav.dashboard')}
        </Link>
        {mayRead(visitor, 'users') && (
          <Link href="/admin/administrators" prefetch={false} className="btn">
            {t('shell.admin.administrators')}
          </Link>
        )}
        <form method="post" action="/console/logout">
          <button type="submit" className="btn">
            {t('pages.unauthorized.other_account')}
          </button>
        </form>
      </div>
    </div>
  )
}

/** @param change the domain that the page changes, or `owner`; undefined: it only reads */
function rolesThatOpen(domain: Domain | undefined, change: unknown): readonly string[] {
  if (change === 'owner') return ['manage']
  const ofDomain = domains.find((one) => one === change) ?? domain
  const limited = ofDomain ? [`manage-${ofDomain}`] : []
  return change === undefined ? [...limited, 'admin-read', 'manage'] : [...limited, 'manage']
}
