'use client'

import type { useTranslations } from 'next-intl'
import { createContext, useCallback, useContext } from 'react'

/** Texts by the parts of their keys. */
export interface TextTree {
  readonly [part: string]: string | TextTree
}

/** Filled by `ClientTexts`. */
export const TextsContext = createContext<TextTree>({})

/** Keys and values are checked as next-intl checks them on the server. */
type Texts = ReturnType<typeof useTranslations<never>>

/**
 * The texts that the page handed to the browser, by their whole keys. Only values in braces are
 * filled in: plurals, dates and numbers are formatted on the server, and a formatter that reads all
 * of ICU would be a tenth of the script of a page.
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
