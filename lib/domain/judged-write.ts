/**
 * Judges a change by the administrative policy, then writes it. The policy is judged before the
 * transaction, so that its refusal comes before every conflict; what it was judged by may change
 * until the write holds its locks. The write looks again and tells.
 * @param judge refuses what the caller may not do
 * @param write the transaction; false when it wrote nothing because it must be judged again
 * @returns what the transaction gave when it wrote
 */
export async function judgeAndWrite<T>(
  judge: () => Promise<void>,
  write: () => Promise<T | false>,
): Promise<T> {
  for (;;) {
    await judge()
    const written = await write()
    if (written !== false) return written
  }
}
