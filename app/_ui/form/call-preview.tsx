import { type ComponentType, createContext, use } from 'react'
import type { PreviewedCall } from './form-state.ts'

export interface ShowCallProps {
  /** Id of the form's submit button. */
  readonly submitId: string
  readonly size?: 'sm'
}

export interface ShownCallProps {
  readonly call: PreviewedCall
  /** Changes with every answer of the server. */
  readonly id: string
}

interface CallPreviews {
  /** The menu that asks for the request of a form. */
  readonly Menu: ComponentType<ShowCallProps>
  /** The request. */
  readonly Result: ComponentType<ShownCallProps>
}

/** Null outside of the administration: the pages of the account need neither. */
export const CallPreviewContext = createContext<CallPreviews | null>(null)

/** The menu of a form, where the page has one. */
export function FormMenu(props: ShowCallProps) {
  const previews = use(CallPreviewContext)
  return previews && <previews.Menu {...props} />
}

/** The request that a form was asked for. */
export function FormCall(props: ShownCallProps) {
  const previews = use(CallPreviewContext)
  return previews && <previews.Result {...props} />
}
