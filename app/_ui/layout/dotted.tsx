import { Children, type ReactNode } from 'react'

/** One line of facts below a record's name, separated by dots. A line that breaks begins with a fact. */
export function Dotted({ children }: { readonly children: ReactNode }) {
  const facts = Children.toArray(children).filter((fact) => fact !== '')
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a page have a fixed order
        <span key={index} className="inline-flex min-w-0 max-w-full items-center gap-2">
          {fact}
          {index < facts.length - 1 && (
            <span className="text-line-strong" aria-hidden="true">
              ·
            </span>
          )}
        </span>
      ))}
    </span>
  )
}
