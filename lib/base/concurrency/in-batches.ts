/** How a run of batches proceeds. */
interface BatchControl {
  /** Asked before each batch; absent: the run continues until a batch is not full. */
  readonly shouldContinue?: () => boolean
  /** Waits between two batches; absent: no pause. */
  readonly pause?: (batchMs: number) => Promise<unknown>
}

export interface BatchedRun {
  /** The number of rows of all batches. */
  readonly count: number
  /** False when `shouldContinue` stopped the run. */
  readonly isFinished: boolean
}

/**
 * Removes, revokes or rewrites any number of rows in batches, until a batch is not full. Each batch is a statement or a
 * transaction of its own, so after a failure or a stop the remaining rows stay as they are.
 * @param size the largest number of rows in a batch
 * @param runBatch changes at most `size` rows and returns their number
 * @param pace `pause: sleep` sleeps as long as each batch took, because SQLite answers no other request during a batch
 */
export async function inBatches(
  size: number,
  runBatch: (size: number) => Promise<number>,
  { shouldContinue, pause }: BatchControl = {},
): Promise<BatchedRun> {
  let count = 0
  while (shouldContinue?.() ?? true) {
    const begun = performance.now()
    const done = await runBatch(size)
    count += done
    if (done < size) return { count, isFinished: true }
    await pause?.(performance.now() - begun)
  }
  return { count, isFinished: false }
}
