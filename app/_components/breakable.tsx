import { Fragment } from 'react'

/** Where a text may break: after the sign that ends a part. */
const ends = { _: /(?<=_)(?!_)/, ':': /(?<=:)(?!:)/, '@': /(?<=@)/ } as const

interface BreakableProps {
  readonly text: string
  /** The sign that ends a part. */
  readonly after: keyof typeof ends
}

/** A long text without blanks: where it must break it does so after a part, not in the middle of one. */
export function Breakable({ text, after }: BreakableProps) {
  const parts = text.split(ends[after])
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index + 1).join('')}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
