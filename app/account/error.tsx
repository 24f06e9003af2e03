'use client'

import { PageFailure, type PageFailureProps } from '../_console/page-failure.tsx'

/** A page of one's own account that failed. */
export default function AccountPageFailed(props: PageFailureProps) {
  return <PageFailure {...props} />
}
