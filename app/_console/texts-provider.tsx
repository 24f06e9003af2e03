'use client'

import type { ReactNode } from 'react'
import { TextsContext, type TextTree } from './use-texts.ts'

interface TextsProviderProps {
  readonly texts: TextTree
  readonly children: ReactNode
}

/** Where components that run in the browser find their texts. */
export function TextsProvider({ texts, children }: TextsProviderProps) {
  return <TextsContext value={texts}>{children}</TextsContext>
}
