import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A child process of the benchmark that answers one question at a time. */
export interface Helper {
  /** @throws Error of the child process */
  ask<Answer>(question: object): Promise<Answer>
  readonly pid: number
  end(): Promise<void>
}

interface Reply {
  readonly answer?: unknown
  readonly problem?: string
}

/**
 * Starts a file of the benchmark as a child process.
 * @param file absolute path; the file calls `answerQuestions`
 */
export async function startHelper(file: string, env: Record<string, string> = {}): Promise<Helper> {
  const child = fork(file, [], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await nextMessage(child)
  return {
    pid: child.pid ?? 0,
    async ask<Answer>(question: object) {
      child.send(question)
      const { answer, problem } = await nextMessage(child)
      if (problem !== undefined) throw new Error(problem)
      return answer as Answer
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** In the child process: signals readiness and answers every question with `work`. */
export function answerQuestions<Question, Answer>(
  work: (question: Question) => Promise<Answer>,
): void {
  process.on('message', async (question: Question) => {
    const reply: Reply = await work(question).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ problem: error instanceof Error ? `${error.stack}` : `${error}` }),
    )
    process.send?.(reply)
  })
  process.on('disconnect', () => process.exit())
  process.send?.({})
}

async function nextMessage(child: ChildProcess): Promise<Reply> {
  const cut = new AbortController()
  const { signal } = cut
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`A process of the benchmark ended (exit code ${code}).`)
  })
  ended.catch(() => {})
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended])
    return message as Reply
  } finally {
    cut.abort()
  }
}
