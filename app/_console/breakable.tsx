import { Fragment } from 'react'

interface BreakableProps {
  readonly text: string
  /** The sign that ends a part. */
  readonly after: '_' | ':'
}

/** A long text without blanks: where it must break it does so after a part, not in the middle of one. */
export function Breakable({ text, after }: BreakableProps) {
  const parts = text.split(after === '_' ? /(?<=_)(?!_)/ : /(?<=:)(?!:)/)
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index + 1).join('')}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
