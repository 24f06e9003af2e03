'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { CallPreviewContext } from '#app/_ui/form/call-preview.tsx'
import { ShowCall } from './show-call.tsx'

/** Loaded when it is shown: lists have no form. */
const ShownCall = dynamic(() => import('./shown-call.tsx').then((module) => module.ShownCall))

const previews = { Menu: ShowCall, Result: ShownCall }

/** Lets the forms of the administration show the request of the API that they would send. */
export function CallPreviews({ children }: { readonly children: ReactNode }) {
  return <CallPreviewContext value={previews}>{children}</CallPreviewContext>
}
