import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  readonly id?: string
  /** What the code is: a language, a file or a format. */
  readonly name: ReactNode
  readonly code: string
  /** Accessible name of the copy button. */
  readonly copyLabel: string
  /** A long value that wraps, instead of lines that scroll. */
  readonly isWrapping?: boolean
}

/** Code with its name and a copy button; left to right in every language. */
export function CodeBlock({ id, name, code, copyLabel, isWrapping = false }: CodeBlockProps) {
  return (
    <div className="ui-code">
      <div className="ui-code-head">
        <div className="min-w-0 grow">{name}</div>
        <CopyButton value={code} label={copyLabel} />
      </div>
      <pre
        id={id}
        dir="ltr"
        // It scrolls, so the keyboard must reach it.
        tabIndex={isWrapping ? undefined : 0}
        className={isWrapping ? 'whitespace-pre-wrap [overflow-wrap:anywhere]' : ''}
      >
        {code}
      </pre>
    </div>
  )
}
