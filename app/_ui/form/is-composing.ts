interface KeyPress {
  readonly isComposing: boolean
  readonly keyCode: number
}

/** The code of a key that an input method has taken, also where `isComposing` comes too late. */
const takenByInputMethod = 229

/**
 * Whether a key belongs to an input method: people who write Japanese or Chinese choose a word by Enter and drop it by
 * Escape. No key handler acts on such a key.
 */
export function isComposing({ isComposing, keyCode }: KeyPress): boolean {
  return isComposing || keyCode === takenByInputMethod
}
