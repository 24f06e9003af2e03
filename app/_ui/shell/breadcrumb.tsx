import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { areaOf } from '#lib/console/addresses.ts'
import { visitor } from '#lib/http/page.ts'
import { BackLink } from './back-link.tsx'

interface BreadcrumbProps {
  readonly back?: { readonly href: string; readonly label: string } | undefined
  /** The name of the page or record. */
  readonly here: ReactNode
  /** The same as text, in full where the line cuts it. */
  readonly title: string
}

/** Where a page of the administration stands: its list and its name. In a narrow window, the link back alone. */
export async function Breadcrumb({ back, here, title }: BreadcrumbProps) {
  const t = await pageTexts()
  const page = (await visitor())?.page ?? ''
  if (!back && areaOf(page.split('?', 1)[0] ?? '') !== 'admin') return null
  return (
    <nav
      aria-label={t('shell.breadcrumb')}
      className={`ui-crumbs print:hidden ${back ? '' : 'max-lg:hidden'}`}
    >
      {back && <BackLink {...back} />}
      {back && <ChevronRight className="flip max-lg:hidden" aria-hidden="true" />}
      <span aria-current="page" title={title} className="min-w-0 truncate max-lg:hidden">
        <bdi>{here}</bdi>
      </span>
    </nav>
  )
}
