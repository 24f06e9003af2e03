import { Notice } from '#app/_ui/feedback/notice.tsx'
import { RowAction } from '#app/_ui/list/row-action.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { MissingAddresses } from './missing-addresses.ts'

interface AddressProposalProps {
  readonly missing: MissingAddresses
  /** Path of the route file that registers them; null for a visitor who may not. */
  readonly action: string | null
}

/** The addresses that the guide needs, and the button that registers them. */
export async function AddressProposal({ missing, action }: AddressProposalProps) {
  const t = await pageTexts()
  const addresses = [...new Set([...missing.redirectUris, ...missing.webOrigins])]
  if (addresses.length === 0) return null
  const isOne = addresses.length === 1
  const label = t(isOne ? 'clients.connect.add_address' : 'clients.connect.add_addresses')
  return (
    <Notice kind="info" id="missing-addresses" className="mb-5">
      <p>{t(isOne ? 'clients.connect.missing_address' : 'clients.connect.missing_addresses')}</p>
      <ul className="mono my-2 grid gap-1">
        {addresses.map((address) => (
          <li key={address} dir="ltr" className="text-start">
            {address}
          </li>
        ))}
      </ul>
      {action && (
        <ClientTexts areas={['clients']}>
          <div className="flex">
            <RowAction id="add-addresses" action={action} label={label} name={label} />
          </div>
        </ClientTexts>
      )}
    </Notice>
  )
}
