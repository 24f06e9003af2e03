interface ValueListProps {
  readonly values: readonly string[]
  /** Shown when the list is empty. */
  readonly empty: string
}

/** A read-only list of addresses. */
export function ValueList({ values, empty }: ValueListProps) {
  if (values.length === 0) return <p className="text-muted text-sm">{empty}</p>
  return (
    <ul className="flex flex-col gap-2">
      {values.map((value) => (
        <li key={value} dir="ltr" className="text-start font-mono text-sm [overflow-wrap:anywhere]">
          {value}
        </li>
      ))}
    </ul>
  )
}
