import { Refusal } from '#lib/kernel/errors.ts'

/** The code of the refusal that a call throws; null when it throws none. Other failures go on. */
export function codeOf(call: () => unknown): string | null {
  try {
    call()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/** The code of the refusal that a promise is rejected with; null when it is not. */
export async function rejectionOf(promise: Promise<unknown>): Promise<string | null> {
  try {
    await promise
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}
