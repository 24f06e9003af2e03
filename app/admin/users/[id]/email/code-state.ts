import type { FormState } from '../../../../_console/form-state.ts'

/** The result of a request for a code; the code itself appears only once. */
export type CodeState =
  | FormState
  | {
      readonly kind: 'code'
      readonly code: string
      /** The code's recipient and expiry. */
      readonly note: string
      readonly id: string
    }
