import type { ReactNode } from 'react'

interface FactsProps {
  /** Pairs of name and value; an empty value shows a dash. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
  readonly id?: string
}

/** A list of read-only values. */
export function Facts({ facts, id }: FactsProps) {
  return (
    <dl id={id} className="grid gap-y-3.5 text-sm sm:grid-cols-[minmax(8rem,12rem)_1fr] sm:gap-x-6">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted max-sm:-mb-3">{name}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            {value || <span aria-hidden="true">–</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
