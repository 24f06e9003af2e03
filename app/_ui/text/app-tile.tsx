const sizes = { sm: '', md: 'ui-tile-md', lg: 'ui-tile-lg' } as const

interface AppTileProps {
  /** The application's display name, or else its client ID. */
  readonly name: string
  readonly size?: keyof typeof sizes
}

/** The first letter of an application on gray. The name stands beside it. */
export function AppTile({ name, size = 'sm' }: AppTileProps) {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim())
  return (
    <span
      className={`ui-tile ${sizes[size]} border-line! bg-sunken! text-muted! print:hidden`}
      aria-hidden="true"
    >
      {first?.segment.toLocaleUpperCase('en')}
    </span>
  )
}
