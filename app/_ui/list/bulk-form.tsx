import type { BulkAct } from './bulk-bar.tsx'
import { BulkSelect } from './bulk-select.tsx'

interface BulkFormProps {
  readonly form: string
  readonly path: string
  /** The parameters of the list's address. */
  readonly kept: Readonly<Record<string, string>>
  readonly acts: readonly BulkAct[]
}

/**
 * The form of a list's check boxes, which leads to the page that asks before it acts. It also says how the list is
 * narrowed, for an act on all entries.
 */
export function BulkForm({ form, path, kept, acts }: BulkFormProps) {
  return (
    <form id={form} action={path} className="print:hidden">
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <BulkSelect acts={acts.map(({ value, label }) => ({ value, label }))} />
    </form>
  )
}
