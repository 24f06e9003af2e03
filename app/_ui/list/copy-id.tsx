'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { copyText } from '#app/_ui/text/copy-text.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

/** Copies a record's id, in its row's menu. */
export function CopyId({ value }: { readonly value: string }) {
  const t = useTexts()
  const [isCopied, setCopied] = useState(false)
  if (!useScripts()) return null
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      onClick={(event) => void copyText(value, event.currentTarget).then(setCopied)}
    >
      <Icon aria-hidden="true" />
      <span role="status">{isCopied ? t('console.copied') : t('list.copy_id')}</span>
    </button>
  )
}
