'use client'

import { createContext, useContext } from 'react'
import type { Undo } from '#app/_ui/form/form-state.ts'

/** Shows a message; `undo` takes back the act in the message. */
export type ShowToast = (text: string, undo?: Undo) => void

export const ToastContext = createContext<ShowToast>(() => {})

/** Shows a short message at the edge of the page for six seconds. */
export function useToast(): ShowToast {
  return useContext(ToastContext)
}
