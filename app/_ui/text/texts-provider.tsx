'use client'

import { type ReactNode, useContext, useMemo } from 'react'
import { TextsContext, type TextTree } from './use-texts.ts'

interface TextsProviderProps {
  readonly language: string
  readonly texts: TextTree
  readonly children: ReactNode
}

/** Provides texts to client components: these and those of the surrounding provider. */
export function TextsProvider({ language, texts, children }: TextsProviderProps) {
  const { tree: around } = useContext(TextsContext)
  const known = useMemo(
    () => ({ language, tree: { ...around, ...texts } }),
    [language, around, texts],
  )
  return <TextsContext value={known}>{children}</TextsContext>
}
