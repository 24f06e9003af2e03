'use client'

import { type ReactNode, useContext, useMemo } from 'react'
import { TextsContext, type TextTree } from './use-texts.ts'

interface TextsProviderProps {
  readonly texts: TextTree
  readonly children: ReactNode
}

/** Where components that run in the browser find their texts: these, and those of the provider around. */
export function TextsProvider({ texts, children }: TextsProviderProps) {
  const around = useContext(TextsContext)
  const tree = useMemo(() => ({ ...around, ...texts }), [around, texts])
  return <TextsContext value={tree}>{children}</TextsContext>
}
