import Link from 'next/link'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientRecord } from '#app/admin/clients/_parts/client-page-data.ts'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import type { Guide } from '#lib/guides/guide.ts'

interface GoingLiveProps {
  readonly client: ClientRecord
  readonly guide: Guide
}

/** The remaining steps before users open the application at its real address. */
export async function GoingLive({ client, guide }: GoingLiveProps) {
  const t = await pageTexts()
  const link = (section: 'redirect-uris' | 'logo' | 'settings' | 'permissions', label: string) => (
    <li key={section}>
      <Link href={sectionAddress(client.id, section)} prefetch={false} className="text-link">
        {label}
      </Link>
    </li>
  )
  return (
    <div className="grid gap-2 text-sm">
      <ul className="list-disc ps-5">
        {client.authorizationCodeEnabled
          ? [
              link('redirect-uris', t('clients.connect.live.redirect_uri')),
              link('logo', t('clients.connect.live.logo')),
              link('settings', t('clients.connect.live.website')),
            ]
          : link('permissions', t('clients.connect.live.permission'))}
      </ul>
      {guide.behindProxy && (
        <p id="behind-proxy" className="max-w-3xl text-pretty">
          <b className="font-medium">{t('clients.connect.live.proxy')}</b>{' '}
          {t('clients.connect.live.proxy_text')}{' '}
          <span lang="en" dir="auto">
            {guide.behindProxy}
          </span>
        </p>
      )}
    </div>
  )
}
