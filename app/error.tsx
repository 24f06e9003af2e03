'use client'

import { useReloadOnce } from '#app/_ui/feedback/use-reload-once.ts'
import { Failure } from '#app/_ui/text/failure-texts.tsx'

/** Replaces a page that failed; Next's server logs the cause. */
export default function PageFailed(props: { readonly error: Error; readonly reset: () => void }) {
  const { error, reset } = props
  useReloadOnce(error)
  return <Failure retry={reset} />
}
