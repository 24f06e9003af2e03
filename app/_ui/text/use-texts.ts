'use client'

import type { useTranslations } from 'next-intl'
import { createContext, useCallback, useContext } from 'react'

/** Texts, nested by the parts of their keys. */
export interface TextTree {
  readonly [part: string]: string | TextTree
}

/** Provided by `ClientTexts`. */
export const TextsContext = createContext<TextTree>({})

/** Type-checks keys and values like next-intl on the server. */
type Texts = ReturnType<typeof useTranslations<never>>

/**
 * The texts that the page passed to the browser, by their full keys. Only placeholders in braces are filled in. The
 * server formats plurals, dates and numbers: a full ICU formatter would be a tenth of a page's script.
 */
export function useTexts(): Texts {
  const tree = useContext(TextsContext)
  const texts = useCallback(
    (key: string, values: Readonly<Record<string, string | number>> = {}) => {
      let found: string | TextTree | undefined = tree
      for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
      const text = typeof found === 'string' ? found : key
      return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
    },
    [tree],
  )
  return texts as unknown as Texts
}
