'use client'

import { Printer } from 'lucide-react'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'

interface CodeToolsProps {
  readonly text: string
  readonly print: string
  readonly copy: string
}

/** Copies and prints codes; both need scripts. */
export function CodeTools({ text, print, copy }: CodeToolsProps) {
  if (!useScripts()) return null
  return (
    <>
      <CopyButton value={text} label={copy} isWide />
      <button id="codes-print" type="button" className="btn btn-sm" onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        {print}
      </button>
    </>
  )
}
