'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { copyText } from './copy-text.ts'
import { selectBeside } from './select-text.ts'
import { useTexts } from './use-texts.ts'

const shownMs = { copied: 2_000, selected: 8_000, failed: 8_000 } as const

interface CopyButtonProps {
  readonly value: string
  readonly label?: string
  /** Beside other buttons: the label is shown. */
  readonly isWide?: boolean
}

/**
 * Copies a value and says whether it did. Where the browser forbids it, the value is selected, for the keyboard to copy.
 * Without scripts there is no button.
 */
export function CopyButton(props: CopyButtonProps) {
  return useScripts() && <Button {...props} />
}

function Button({ value, label, isWide = false }: CopyButtonProps) {
  const t = useTexts()
  const [result, setResult] = useState<keyof typeof shownMs | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!result) return
    const timer = setTimeout(() => setResult(null), shownMs[result])
    return () => clearTimeout(timer)
  }, [result])
  const copy = async () => {
    const { current } = button
    if (!current) return
    if (await copyText(value, current)) setResult('copied')
    else setResult(selectBeside(current, value) ? 'selected' : 'failed')
  }
  const isCopied = result === 'copied'
  const Icon = isCopied ? Check : Copy
  const name = isCopied ? t('console.copied') : (label ?? t('console.copy'))
  return (
    <>
      <button
        ref={button}
        type="button"
        className={isWide ? 'btn btn-sm' : 'ui-copy pointer-coarse:-my-2.5 pointer-coarse:size-11'}
        aria-label={isWide ? undefined : name}
        onClick={() => void copy()}
      >
        <Icon aria-hidden="true" />
        {isWide && name}
      </button>
      <span role="status" className={result && !isCopied ? 'font-normal text-xs' : 'sr-only'}>
        {isCopied && t('console.copied')}
        {result === 'selected' && t('console.copy_press', { keys: copyKeys() })}
        {result === 'failed' && t('console.copy_failed')}
      </span>
    </>
  )
}

function copyKeys(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘C' : 'Ctrl C'
}
