import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface ConsequencesProps {
  readonly id?: string
  /** In the order of harm. */
  readonly lines: readonly (readonly [icon: LucideIcon, text: ReactNode])[]
}

/** What a dangerous act does, in a dialog. */
export function Consequences({ id, lines }: ConsequencesProps) {
  return (
    <ul id={id} className="ui-lines">
      {lines.map(([Icon, text], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are fixed texts without a name
        <li key={index}>
          <Icon aria-hidden="true" />
          <span className="min-w-0">{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** A number of things that go too: `Members: 3`. */
export function Count({ name, count }: { readonly name: string; readonly count: ReactNode }) {
  return (
    <>
      {name}: <b className="font-medium text-ink">{count}</b>
    </>
  )
}
