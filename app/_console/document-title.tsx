'use client'

import { useIsRefused } from './refusals.ts'

interface DocumentTitleProps {
  readonly title: string
  /** In its place while a form of the page stands refused: a screen reader says the title first. */
  readonly refusedTitle: string
  /** The page answers a form that was refused. */
  readonly wasRefused: boolean
}

/** The document's title, which React moves into the head of the first HTML. */
export function DocumentTitle({ title, refusedTitle, wasRefused }: DocumentTitleProps) {
  return <title>{useIsRefused(wasRefused) ? refusedTitle : title}</title>
}
