'use client'

import { RotateCcw, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { useReloadOnce } from './use-reload-once.ts'

/** The props that Next passes to the `error.tsx` of a segment. */
export interface PageFailureProps {
  /** The log has its digest beside the cause: see `openConsole`. */
  readonly error: Error & { readonly digest?: string }
  /** Requests the page from the server again. */
  readonly retry: () => void
}

/** Replaces a failed page inside the shell: bar and menu remain, so every other page is in reach. */
export function PageFailure({ error, retry }: PageFailureProps) {
  const { digest } = error
  useReloadOnce(error)
  const t = useTexts()
  const path = usePathname()
  const query = useSearchParams().toString()
  return (
    <div id="page-failure" role="alert" className="ui-panel ui-empty">
      <title>{t('pages.failure.title')}</title>
      <TriangleAlert aria-hidden="true" />
      <h1 className="font-semibold text-[0.9375rem] text-ink">{t('pages.failure.title')}</h1>
      <p className="max-w-md text-pretty">{t('pages.failure.message')}</p>
      {/* A link to the page itself, so that it can be opened in another tab too. */}
      <Link
        id="retry"
        href={query ? `${path}?${query}` : path}
        prefetch={false}
        className="btn btn-primary mt-3"
        onNavigate={(event) => {
          event.preventDefault()
          retry()
        }}
      >
        <RotateCcw aria-hidden="true" />
        {t('pages.failure.retry')}
      </Link>
      {digest && (
        <p className="mt-4 text-xs">
          {t('console.error_id')}{' '}
          <code id="error-id" dir="ltr" className="select-all font-mono [overflow-wrap:anywhere]">
            {digest}
          </code>
        </p>
      )}
    </div>
  )
}
