import { Refusal } from '#lib/answers/refusal.ts'

/** The code of the refusal that a call throws; null when it throws nothing. Rethrows other errors. */
export function codeOf(call: () => unknown): string | null {
  try {
    call()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/** The code of the refusal that a promise rejects with; null when it resolves. */
export async function rejectionOf(promise: Promise<unknown>): Promise<string | null> {
  try {
    await promise
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}
