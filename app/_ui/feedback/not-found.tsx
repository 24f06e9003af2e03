import Link from 'next/link'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

interface NotFoundProps {
  readonly back: { readonly href: string; readonly label: string }
}

/** Shown for an address of the console without a record or a page, inside the bar and menu. */
export async function NotFound({ back }: NotFoundProps) {
  const t = await pageTexts()
  return (
    <div id="page-not-found">
      <PageHeader title={t('pages.not-found.title')} intro={<p>{t('console.not_there')}</p>} />
      <Link href={back.href} prefetch={false} className="btn btn-primary">
        {back.label}
      </Link>
    </div>
  )
}
