'use client'

import { Failure } from '#app/_ui/text/failure-texts.tsx'

/** Replaces a page that failed; Next's server logs the cause. */
export default function PageFailed({ reset }: { readonly reset: () => void }) {
  return <Failure retry={reset} />
}
