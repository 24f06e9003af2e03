import type { ClientView } from '#lib/answers/view.ts'
import { TileLogo } from './tile-logo.tsx'

/** The application's logo, on white in every theme so that a dark one can be seen; without a logo, a letter. */
export function AppTile({ client: { name, logoUrl } }: { readonly client: ClientView }) {
  const letter = (
    <span className="ui-tile ui-tile-lg border-line bg-sunken text-muted" aria-hidden="true">
      {[...name][0]?.toLocaleUpperCase() ?? ''}
    </span>
  )
  return logoUrl ? <TileLogo src={logoUrl} fallback={letter} /> : letter
}
