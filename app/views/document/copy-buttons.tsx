'use client'

import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'

interface Block {
  readonly head: Element
  readonly code: string
}

/** Adds a copy button to every block of code of a document, which is plain HTML. */
export function CopyButtons({ of }: { readonly of: string }) {
  const [blocks, setBlocks] = useState<readonly Block[]>([])
  useEffect(() => {
    const found = document.getElementById(of)?.querySelectorAll('.ui-code') ?? []
    setBlocks([...found].flatMap(blockOf))
  }, [of])
  return blocks.map(({ head, code }, index) =>
    createPortal(<CopyButton value={code} label={`Copy ${nameOf(head)}`} />, head, String(index)),
  )
}

function blockOf(element: Element): Block[] {
  const head = element.querySelector('.ui-code-head')
  const code = element.querySelector('pre')?.textContent
  return head && code ? [{ head, code: code.trimEnd() }] : []
}

function nameOf(head: Element): string {
  return head.firstElementChild?.textContent ?? ''
}
