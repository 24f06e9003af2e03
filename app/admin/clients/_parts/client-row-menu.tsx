import { AppWindow, Ban, CircleCheck, Plug, Trash2, UserPlus } from 'lucide-react'
import Link from 'next/link'
import { CopyId } from '#app/_ui/list/copy-id.tsx'
import { RowMenu } from '#app/_ui/list/row-menu.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ListedClient } from './client-columns.tsx'
import { clientList } from './client-list.ts'
import { sectionAddress } from './section-address.ts'

interface ClientRowMenuProps {
  readonly client: ListedClient
  readonly href: string
  readonly mayEdit: boolean
}

/** The acts on one application of the list. */
export async function ClientRowMenu({ client, href, mayEdit }: ClientRowMenuProps) {
  const t = await pageTexts()
  const { id, displayName, clientIdentifier, createdViaDcr } = client
  return (
    <RowMenu id={`client-${id}-menu`} name={displayName || clientIdentifier}>
      <Link href={href} prefetch={false}>
        <AppWindow aria-hidden="true" />
        {t('list.open')}
      </Link>
      <CopyId value={clientIdentifier} />
      <Link href={sectionAddress(id, 'connect')} prefetch={false}>
        <Plug aria-hidden="true" />
        {t('clients.sections.connect')}
      </Link>
      {createdViaDcr && (
        <Link href={sectionAddress(id, 'registration')} prefetch={false}>
          <UserPlus aria-hidden="true" />
          {t('clients.sections.registration')}
        </Link>
      )}
      {mayEdit && !client.isSystemLevelClient && <Acts client={client} />}
    </RowMenu>
  )
}

async function Acts({ client: { id, enabled } }: Pick<ClientRowMenuProps, 'client'>) {
  const t = await pageTexts()
  const act = (value: string) => `${clientList.path}/bulk?act=${value}&id=${id}`
  return (
    <>
      <hr />
      {enabled ? (
        <Link href={act('disable-applications')} prefetch={false} className="danger">
          <Ban aria-hidden="true" />
          {t('lists.disable')}…
        </Link>
      ) : (
        <Link href={act('enable-applications')} prefetch={false}>
          <CircleCheck aria-hidden="true" />
          {t('lists.enable')}
        </Link>
      )}
      <Link href={sectionAddress(id, 'delete')} prefetch={false} className="danger">
        <Trash2 aria-hidden="true" />
        {t('console.delete')}…
      </Link>
    </>
  )
}
