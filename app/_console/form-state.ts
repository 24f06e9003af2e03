import type { TypedValues } from './typed-values.ts'

/** The result of the last submission; every submission has its own id. */
export type FormState =
  | { readonly kind: 'new' }
  | { readonly kind: 'done'; readonly message: string; readonly id: string }
  | {
      readonly kind: 'refused'
      readonly message: string
      /** The API's code; '' for a failure of the server. */
      readonly code: string
      /** The field concerned; absent for the form as a whole. */
      readonly field?: string
      /**
       * The values typed, without secrets, to fill the form again without scripts. Null if the form reached no server:
       * the page still has them.
       */
      readonly typed: TypedValues | null
      /** The record to send as read next time, where the form sends it. Default: the record that the page read. */
      readonly read?: string
      readonly id: string
    }
  | { readonly kind: 'session-ended'; readonly id: string }

export const newForm: FormState = { kind: 'new' }

export type FormAction = (earlier: FormState, form: FormData) => Promise<FormState>
