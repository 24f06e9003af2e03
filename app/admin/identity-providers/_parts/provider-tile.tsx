import { IdCard } from 'lucide-react'
import { ProviderMark } from '#app/_ui/provider/provider-mark.tsx'

interface ProviderTileProps {
  readonly preset: string
  /** '' for the kind itself. */
  readonly name: string
}

/** The mark of a provider on its tile. The name stands beside it. */
export function ProviderTile({ preset, name }: ProviderTileProps) {
  return (
    <span className="ui-tile ui-tile-md" aria-hidden="true">
      {preset === 'oidc' && name === '' ? <IdCard /> : <ProviderMark preset={preset} name={name} />}
    </span>
  )
}
