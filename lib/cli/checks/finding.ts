/** What a check of the doctor found. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem'
  /** What was looked at. */
  readonly subject: string
  /** How it is and, unless it is well, what to change. */
  readonly text: string
}

/** Makes the three kinds of findings about one subject. */
export function findings(subject: string) {
  return {
    ok: (text: string): Finding => ({ level: 'ok', subject, text }),
    warning: (text: string): Finding => ({ level: 'warning', subject, text }),
    problem: (text: string): Finding => ({ level: 'problem', subject, text }),
  }
}

/** Why something did not answer: the code or the words of the innermost cause. */
export function reasonOf(error: unknown): string {
  let reason = String(error)
  let current: unknown = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    const { code } = current as { code?: unknown }
    reason = current.message || (typeof code === 'string' ? code : reason)
    current = current.cause
  }
  return reason.replace(/\.$/, '')
}
