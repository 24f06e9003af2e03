'use client'

import type { useTranslations } from 'next-intl'
import { createContext, useCallback, useContext } from 'react'
import { fillText, type TextValues } from './fill-text.ts'

/** Texts, nested by the parts of their keys. */
export interface TextTree {
  readonly [part: string]: string | TextTree
}

interface KnownTexts {
  readonly language: string
  readonly tree: TextTree
}

/** Provided by `ClientTexts`. */
export const TextsContext = createContext<KnownTexts>({ language: 'en', tree: {} })

/** Type-checks keys and values like next-intl on the server. */
type Texts = ReturnType<typeof useTranslations<never>>

/** The texts that the page passed to the browser, by their full keys, with their placeholders filled in. */
export function useTexts(): Texts {
  const { language, tree } = useContext(TextsContext)
  const texts = useCallback(
    (key: string, values: TextValues = {}) => {
      let found: string | TextTree | undefined = tree
      for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
      return fillText(typeof found === 'string' ? found : key, values, language)
    },
    [tree, language],
  )
  return texts as unknown as Texts
}
