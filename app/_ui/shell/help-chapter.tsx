'use client'

import { usePathname } from 'next/navigation'
import { chapterOf } from './help-chapters.ts'

/** The link to the chapter about the current page, which the bar outlives. */
export function HelpChapter({ label }: { readonly label: string }) {
  return <a href={chapterOf(usePathname())}>{label}</a>
}
