'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { copyText } from './copy-text.ts'
import { useTexts } from './use-texts.ts'

const shownMillis = { copied: 2_000, failed: 8_000 } as const

/** Copies a value and reports success or failure. */
export function CopyButton({ value, label }: { readonly value: string; readonly label?: string }) {
  const t = useTexts()
  const [result, setResult] = useState<keyof typeof shownMillis | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!result) return
    const timer = setTimeout(() => setResult(null), shownMillis[result])
    return () => clearTimeout(timer)
  }, [result])
  const copy = async () => {
    const isCopied = button.current !== null && (await copyText(value, button.current))
    setResult(isCopied ? 'copied' : 'failed')
  }
  const isCopied = result === 'copied'
  const Icon = isCopied ? Check : Copy
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ui-copy pointer-coarse:-my-2.5 pointer-coarse:size-11"
        aria-label={isCopied ? t('console.copied') : (label ?? t('console.copy'))}
        onClick={() => void copy()}
      >
        <Icon aria-hidden="true" />
      </button>
      <span role="status" className={result === 'failed' ? 'font-normal text-xs' : 'sr-only'}>
        {isCopied && t('console.copied')}
        {result === 'failed' && t('console.copy_failed')}
      </span>
    </>
  )
}
