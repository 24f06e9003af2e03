import { Plus } from 'lucide-react'
import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'

interface ConnectProps {
  /** The console's own client is the only one. */
  readonly isFirst: boolean
}

/** The server's details for an application, and the link to register one. */
export async function Connect({ isFirst }: ConnectProps) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const { baseUrl } = await pageSettings()
  const address = `${baseUrl}/.well-known/openid-configuration`
  const isWriter = mayWrite(visitor, 'clients')
  return (
    <Panel id="connect" title={t('dashboard.connect.title')}>
      <p className="text-pretty text-muted text-sm">
        {isFirst && isWriter ? t('dashboard.connect.first') : t('dashboard.connect.text')}
      </p>
      <p className="mt-4 text-muted text-xs">{t('dashboard.connect.discovery')}</p>
      <div className="mt-1 flex items-start gap-1">
        <code dir="ltr" className="min-w-0 text-xs [overflow-wrap:anywhere]">
          {address}
        </code>
        <CopyButton value={address} label={t('dashboard.connect.copy')} />
      </div>
      {isWriter && (
        <Link
          href="/admin/clients/new"
          prefetch={false}
          className={`btn btn-sm mt-5 ${isFirst ? 'btn-primary' : ''}`}
        >
          <Plus aria-hidden="true" />
          {t('dashboard.connect.new_client')}
        </Link>
      )}
    </Panel>
  )
}
