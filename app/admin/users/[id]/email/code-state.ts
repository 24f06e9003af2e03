import type { FormState } from '../../../../_console/form-state.ts'

/** What came of asking for a code; the code itself is told this once. */
export type CodeState =
  | FormState
  | {
      readonly kind: 'code'
      readonly code: string
      /** Whom it is for and until when it counts. */
      readonly note: string
      readonly id: string
    }
