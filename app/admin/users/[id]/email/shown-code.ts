/** A generated code, which appears only once. */
export interface ShownCode {
  readonly code: string
  /** The code's recipient and expiry. */
  readonly note: string
}
