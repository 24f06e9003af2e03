import { Fragment } from 'react'

/** Positions where a text may break: after each separator. */
const ends = { _: /(?<=_)(?!_)/, ':': /(?<=:)(?!:)/, '@': /(?<=@)/ } as const

interface BreakableProps {
  readonly text: string
  /** The separator. */
  readonly after: keyof typeof ends
}

/** A long text without spaces that breaks after a separator, not in the middle of a part. */
export function Breakable({ text, after }: BreakableProps) {
  const parts = text.split(ends[after])
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index + 1).join('')}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
