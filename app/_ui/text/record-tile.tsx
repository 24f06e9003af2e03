import type { LucideIcon } from 'lucide-react'

/** The picture of a record that has no image of its own, beside its name. */
export function RecordTile({ icon: Icon }: { readonly icon: LucideIcon }) {
  return (
    <span
      className="ui-tile ui-tile-lg border-line! bg-sunken! text-muted! print:hidden"
      aria-hidden="true"
    >
      <Icon className="size-5!" />
    </span>
  )
}
