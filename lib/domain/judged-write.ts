/**
 * Judges a change by the administrative policy, then writes it. The policy is judged before the
 * transaction, so that its refusal comes before every conflict; what it was judged by may change
 * until the write holds its locks. The write looks again and tells.
 * @param judge refuses what the caller may not do
 * @param write the transaction; false when it wrote nothing because it must be judged again
 */
export async function judgeAndWrite(
  judge: () => Promise<void>,
  write: () => Promise<boolean>,
): Promise<void> {
  do await judge()
  while (!(await write()))
}
