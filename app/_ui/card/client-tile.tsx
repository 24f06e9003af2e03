import { AppTile } from '#app/_ui/text/app-tile.tsx'
import type { ClientView } from '#lib/answers/view.ts'
import { TileLogo } from './tile-logo.tsx'

/** The application's logo, on white in every theme so that a dark one can be seen; without a logo, a letter. */
export function ClientTile({ client: { name, logoUrl, isOwn } }: { readonly client: ClientView }) {
  if (isOwn) return null
  const letter = <AppTile name={name} size="lg" />
  return logoUrl ? <TileLogo src={logoUrl} fallback={letter} /> : letter
}
