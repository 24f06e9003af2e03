interface MarkedTextProps {
  readonly text: string
  /** What it is compared with. */
  readonly other: string
}

/** A text whose difference from another one is marked. */
export function MarkedText({ text, other }: MarkedTextProps) {
  const [start, middle, end] = marked(text, other)
  return (
    <>
      {start}
      {middle && <mark>{middle}</mark>}
      {end}
    </>
  )
}

/** Splits the text into three parts; the middle part is not in the other text. */
function marked(text: string, other: string): readonly [string, string, string] {
  let start = 0
  while (start < text.length && text[start] === other[start]) start++
  let end = 0
  const longest = Math.min(text.length, other.length) - start
  while (end < longest && text.at(-1 - end) === other.at(-1 - end)) end++
  return [text.slice(0, start), text.slice(start, text.length - end), text.slice(text.length - end)]
}
