import { Children, type ReactNode } from 'react'

/** One line of facts below a record's name, separated by dots. */
export function Dotted({ children }: { readonly children: ReactNode }) {
  const facts = Children.toArray(children).filter((fact) => fact !== '')
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a page have a fixed order
        <span key={index} className="inline-flex min-w-0 max-w-full items-center gap-2">
          {index > 0 && (
            <span className="text-line-strong" aria-hidden="true">
              ·
            </span>
          )}
          {fact}
        </span>
      ))}
    </span>
  )
}
