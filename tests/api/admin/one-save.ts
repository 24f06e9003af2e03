import { expect } from 'vitest'

/**
 * Saves fifty times at once, each time over the list that was read before any of them, and sees that one save is
 * accepted and the others are told that they come too late.
 * @param save sends the save with this number (0 to 49); gives its status and code
 * @returns the number of the save that was accepted
 */
export async function theOneOfFifty(
  save: (index: number) => Promise<readonly [status: number, code: string]>,
): Promise<number> {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => save(index)))
  const accepted = answers.findIndex(([status]) => status === 200)
  const late = Array.from({ length: 49 }, () => [409, 'CONCURRENT_UPDATE'])
  expect(answers).toEqual(late.toSpliced(accepted, 0, [200, '']))
  return accepted
}
