import type { TypedValues } from './typed-values.ts'

/** What came of the last time a form was sent; each time has an id of its own. */
export type FormState =
  | { readonly kind: 'new' }
  | { readonly kind: 'done'; readonly message: string; readonly id: string }
  | {
      readonly kind: 'refused'
      readonly message: string
      /** The API's code; '' for a failure of ours. */
      readonly code: string
      /** The field it is about; absent for the form as a whole. */
      readonly field?: string
      /**
       * What was typed, without secrets: the form is shown with it again where scripts are off. Null when
       * it reached no server: the page still has it.
       */
      readonly typed: TypedValues | null
      /** What the form is to send as read, where it sends that; absent: what the page has read. */
      readonly read?: string
      readonly id: string
    }
  | { readonly kind: 'session-ended'; readonly id: string }

export const newForm: FormState = { kind: 'new' }

/** A server action behind a form. */
export type FormAction = (earlier: FormState, form: FormData) => Promise<FormState>
