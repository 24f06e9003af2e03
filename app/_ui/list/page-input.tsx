interface PageInputProps {
  readonly path: string
  /** Other query parameters to keep. */
  readonly query: Readonly<Record<string, string>>
  /** The query parameter with the page. */
  readonly name: string
  readonly page: number
  readonly last: number
  readonly label: string
  /** The number of pages, in words. */
  readonly of: string
}

/** Where a page's number is typed; Enter opens it. */
export function PageInput({ path, query, name, page, last, label, of }: PageInputProps) {
  return (
    <form action={path} className="flex items-center gap-2 print:hidden">
      {Object.entries(query).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <label className="flex items-center gap-2">
        {label}
        <input
          type="number"
          name={name}
          min={1}
          max={last}
          defaultValue={page}
          dir="ltr"
          className="input input-sm w-16 text-center tabular-nums"
        />
      </label>
      <span className="tabular-nums">{of}</span>
    </form>
  )
}
