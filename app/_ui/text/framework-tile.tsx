interface FrameworkTileProps {
  /** A letter or two. */
  readonly mark: string
  readonly color: string
}

/** Stands for a framework. The bright line keeps the dark ones in sight in the dark. */
export function FrameworkTile({ mark, color }: FrameworkTileProps) {
  return (
    <span
      aria-hidden="true"
      className="ui-tile ui-tile-md border-white/25! text-white!"
      style={{ background: color }}
    >
      {mark}
    </span>
  )
}
