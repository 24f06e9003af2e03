import type { ListDifference } from './list-difference.ts'
import type { TypedValues } from './typed-values.ts'

/** A field that a concurrent save set to another value, and its message. */
export interface ToldConflict {
  readonly field: string
  readonly message: string
  /** The form's value and the stored one; of a check box, '' is off. */
  readonly mine: string
  readonly now: string
}

/** The act that takes a done one back: a form for its route file. */
export interface Undo {
  /** Path of the route file. */
  readonly action: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** The result of the last submission; every submission has its own id. */
export type FormState =
  | { readonly kind: 'new' }
  | {
      readonly kind: 'done'
      readonly message: string
      /** The page to open next; absent: the form's own page. */
      readonly to?: string
      /** A value that only this answer shows, such as a secret. */
      readonly shown?: unknown
      /** The page shows an outdated record. */
      readonly isStale?: boolean
      /** Offered beside the message. */
      readonly undo?: Undo
      readonly id: string
    }
  | {
      readonly kind: 'refused'
      readonly message: string
      /** The API's code; '' for a failure of the server. */
      readonly code: string
      /** The field concerned; absent for the form as a whole. */
      readonly field?: string
      /**
       * The values typed, without secrets, to fill the form again without scripts. Null if a script sent the form: the
       * page still has them.
       */
      readonly typed: TypedValues | null
      /** The record to send as read next time, where the form sends it. Default: the record that the page read. */
      readonly read?: string
      /** The fields that a concurrent save set to other values. */
      readonly conflicts?: readonly ToldConflict[]
      /** The changes of a concurrent save to the form's list. */
      readonly difference?: ListDifference
      /** The page shows an outdated record. */
      readonly isStale?: boolean
      readonly id: string
    }
  | {
      /** Nothing was saved: the visitor asked for the request that would save it. */
      readonly kind: 'previewed'
      readonly call: PreviewedCall
      /** As in a refusal. */
      readonly typed: TypedValues | null
      readonly read?: string
      readonly id: string
    }
  | { readonly kind: 'session-ended'; readonly id: string }

/** The request of the API that a form would send. */
export interface PreviewedCall {
  /** A command line of curl. */
  readonly command: string
  /** Typed secrets are shown as `…`. */
  readonly leavesOutSecrets: boolean
  /** The form sends further requests once this one has succeeded. */
  readonly hasMore: boolean
  /** The scopes that open it; one is enough. */
  readonly scopes: readonly string[]
  /** Changes of administrators, and of what makes them, take `authserver:manage` alone. */
  readonly isLimited: boolean
}

export const newForm: FormState = { kind: 'new' }

/** A form that was sent without scripts, as the page that answers it receives it. */
export interface SubmittedForm {
  /** Path of the route file, which identifies the form on its page. */
  readonly action: string
  readonly state: FormState
}
