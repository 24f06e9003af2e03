'use client'

import { useIsRefused } from '#app/_ui/form/refusals.ts'

interface DocumentTitleProps {
  readonly title: string
  /** Replaces the title while a form of the page is refused: screen readers read the title first. */
  readonly refusedTitle: string
  /** This page answers a refused form. */
  readonly wasRefused: boolean
}

/** The document's title, which React moves into the head of the first HTML. */
export function DocumentTitle({ title, refusedTitle, wasRefused }: DocumentTitleProps) {
  return <title>{useIsRefused(wasRefused) ? refusedTitle : title}</title>
}
