/** The values or changes of two sides, as the form shows them. */
export interface ComparedRow {
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

interface ComparisonProps {
  /** Of the labels, the visitor's side and the other one. */
  readonly heads: readonly [label: string, mine: string, theirs: string]
  readonly rows: readonly ComparedRow[]
}

/** Two sides of a concurrent save, side by side. */
export function Comparison({ heads, rows }: ComparisonProps) {
  return (
    <table className="mt-2 w-full text-start">
      <thead>
        <tr className="text-start text-muted text-xs">
          {heads.map((head) => (
            <th key={head} scope="col" className="pe-4 text-start font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, mine, theirs }) => (
          <tr key={label} className="align-top">
            <th scope="row" className="pe-4 text-start font-medium">
              {label}
            </th>
            <Value text={mine} />
            <Value text={theirs} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ text }: { readonly text: string }) {
  return (
    <td className="pe-4 whitespace-pre-line [overflow-wrap:anywhere]">
      <bdi>{text || '–'}</bdi>
    </td>
  )
}
