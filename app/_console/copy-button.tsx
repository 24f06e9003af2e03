'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from './use-texts.ts'

/** Copies a value and says so. */
export function CopyButton({ value, label }: { readonly value: string; readonly label?: string }) {
  const t = useTexts()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const Icon = copied ? Check : Copy
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square btn-xs shrink-0"
      aria-label={copied ? t('console.copied') : (label ?? t('console.copy'))}
      onClick={() => void copy().catch(() => {})}
    >
      <Icon className="size-3.5" aria-hidden="true" />
      <span role="status" className="sr-only">
        {copied ? t('console.copied') : ''}
      </span>
    </button>
  )
}
