'use client'

import { PageFailure, type PageFailureProps } from '../_console/page-failure.tsx'

export default function AdminPageFailed(props: PageFailureProps) {
  return <PageFailure {...props} />
}
