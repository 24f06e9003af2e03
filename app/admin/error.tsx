'use client'

import { PageFailure, type PageFailureProps } from '../_console/page-failure.tsx'

/** A page of the administration that failed. */
export default function AdminPageFailed(props: PageFailureProps) {
  return <PageFailure {...props} />
}
