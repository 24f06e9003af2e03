export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem'
  /** The subject of the check. */
  readonly subject: string
  /** The state and, unless it is ok, the remedy. */
  readonly text: string
}

/** Creates findings of each level about one subject. */
export function findings(subject: string) {
  return {
    ok: (text: string): Finding => ({ level: 'ok', subject, text }),
    warning: (text: string): Finding => ({ level: 'warning', subject, text }),
    problem: (text: string): Finding => ({ level: 'problem', subject, text }),
  }
}

/** The message or code of the innermost cause. */
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
