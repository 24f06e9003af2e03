import type { Part } from '#lib/base/text/matches.ts'
import type { Found } from './found.ts'

/** The text of a result, in which the searched words are marked. */
export function FoundText({ found: { text, hint } }: { readonly found: Found }) {
  return (
    <>
      <bdi>
        <Marked parts={text} />
      </bdi>
      {hint && hint.length > 0 && (
        <>
          {' '}
          <bdi className="text-subtle">
            <Marked parts={hint} />
          </bdi>
        </>
      )}
    </>
  )
}

function Marked({ parts }: { readonly parts: readonly Part[] }) {
  return parts.map(({ text, isMatch }, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
    isMatch ? <mark key={i}>{text}</mark> : text,
  )
}
