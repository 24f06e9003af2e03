'use client'

import { Failure } from './_components/failure-texts.tsx'

/** Replaces a page that failed; Next's server logs the cause. */
export default function PageFailed({ reset }: { readonly reset: () => void }) {
  return <Failure retry={reset} />
}
