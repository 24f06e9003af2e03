'use client'

import { type ReactNode, useContext, useMemo } from 'react'
import { TextsContext, type TextTree } from './use-texts.ts'

interface TextsProviderProps {
  readonly texts: TextTree
  readonly children: ReactNode
}

/** Provides texts to client components: these and those of the surrounding provider. */
export function TextsProvider({ texts, children }: TextsProviderProps) {
  const around = useContext(TextsContext)
  const tree = useMemo(() => ({ ...around, ...texts }), [around, texts])
  return <TextsContext value={tree}>{children}</TextsContext>
}
