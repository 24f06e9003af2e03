'use client'

import { PageFailure, type PageFailureProps } from '#app/_ui/feedback/page-failure.tsx'

export default function AccountPageFailed(props: PageFailureProps) {
  return <PageFailure {...props} />
}
