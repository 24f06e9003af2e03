import { Fragment, type ReactNode } from 'react'

interface FactsProps {
  /** Pairs of name and value; an empty value shows a dash. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
  readonly id?: string
}

/** A list of read-only values. */
export function Facts({ facts, id }: FactsProps) {
  return (
    <dl id={id} className="ui-kv">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value || <span aria-hidden="true">–</span>}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
