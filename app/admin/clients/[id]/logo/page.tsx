import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { PictureEditor } from '#app/_ui/picture/picture-editor.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  type ClientPageProps,
  clientId,
  openClient,
} from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'

/** The client's picture on the sign-in pages. */
export default async function ClientLogoPage(props: ClientPageProps) {
  const t = await pageTexts()
  const id = await clientId(props.params)
  const { api } = await openConsole()
  const [data, { hasLogo, logoUrl }] = await Promise.all([
    openClient(props),
    api.getClientLogo({ params: { id } }),
  ])
  const { client, mayEdit } = data
  const edit = mayEdit && {
    upload: `${sectionAddress(id, 'logo')}/submit`,
    remove: `${sectionAddress(id, 'logo')}/submit/remove`,
  }
  return (
    <ClientShell data={data} section="logo">
      {hasLogo && !client.showLogo && (
        <Notice kind="info" id="not-shown" className="mb-5">
          {t('clients.logo.not_shown')}{' '}
          <Link href={sectionAddress(id, 'settings')} prefetch={false} className="text-link">
            {t('clients.logo.to_settings')}
          </Link>
        </Notice>
      )}
      <Panel title={t('clients.sections.logo')} id="logo" intro={t('clients.logo.intro')}>
        <PictureEditor
          url={hasLogo ? (logoUrl ?? null) : null}
          alt={t('clients.logo.alt', { name: client.displayName || client.clientIdentifier })}
          none={t('clients.logo.none')}
          label={t('clients.logo.label')}
          {...edit}
          removeBody={t('clients.logo.delete_body')}
        />
      </Panel>
    </ClientShell>
  )
}
