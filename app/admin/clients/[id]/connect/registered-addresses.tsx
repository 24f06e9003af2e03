import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientRecord } from '#app/admin/clients/_parts/client-page-data.ts'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'

interface RegisteredAddressesProps {
  readonly client: ClientRecord
  readonly mayEdit: boolean
}

/**
 * The addresses that the application must send exactly as registered. They appear beside the snippets, because most
 * failed sign-ins send a different one.
 */
export async function RegisteredAddresses({ client, mayEdit }: RegisteredAddressesProps) {
  const { id, redirectURIs, webOrigins } = client
  const common = { id, mayEdit }
  const uris = (redirectURIs ?? []).map(({ uri }) => uri)
  const origins = (webOrigins ?? []).map(({ origin }) => origin)
  return (
    <>
      <AddressCard {...common} section="redirect-uris" texts="redirect_uris" addresses={uris} />
      <AddressCard {...common} section="web-origins" texts="web_origins" addresses={origins} />
    </>
  )
}

interface AddressCardProps {
  readonly id: number
  readonly mayEdit: boolean
  readonly section: 'redirect-uris' | 'web-origins'
  readonly texts: 'redirect_uris' | 'web_origins'
  readonly addresses: readonly string[]
}

async function AddressCard({ id, mayEdit, section, texts, addresses }: AddressCardProps) {
  if (addresses.length === 0) return null
  const t = await pageTexts()
  return (
    <Panel
      title={t(`clients.sections.${texts}`)}
      id={`registered-${section}`}
      intro={t(`clients.${texts}.intro`)}
    >
      <ul className="mb-3 flex flex-col gap-1 text-sm">
        {addresses.map((address) => (
          <li key={address} className="flex items-center gap-1">
            <span dir="ltr" className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
              {address}
            </span>
            <CopyButton
              value={address}
              label={t('clients.connect.copy_named', { name: address })}
            />
          </li>
        ))}
      </ul>
      {mayEdit && (
        <Link href={sectionAddress(id, section)} prefetch={false} className="text-link text-sm">
          {t(`clients.${texts}.add`)}
        </Link>
      )}
    </Panel>
  )
}
