'use client'

import { Failure } from './_components/failure-texts.tsx'

/** Stands in for a page that failed. Next's server keeps the cause in its log. */
export default function PageFailed({ reset }: { readonly reset: () => void }) {
  return <Failure retry={reset} />
}
