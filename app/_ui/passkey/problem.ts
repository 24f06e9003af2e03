/** The reason why a passkey button failed, in the visitor's language. */
export interface ProblemTexts {
  readonly notAllowed: string
  readonly alreadyThere: string
  readonly wrongAddress: string
  readonly notSupported: string
}

/** The sentence for an error of the browser; null for one that the page caused itself. */
export function problemOf(error: unknown, texts: ProblemTexts): string | null {
  const name = error instanceof Error ? error.name : ''
  switch (name) {
    case 'AbortError':
      return null
    case 'NotAllowedError':
      return texts.notAllowed
    case 'InvalidStateError':
      return texts.alreadyThere
    case 'SecurityError':
      return texts.wrongAddress
    default:
      return texts.notSupported
  }
}
