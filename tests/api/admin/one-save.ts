import { expect } from 'vitest'

/**
 * Sends fifty concurrent saves, each based on the same list, and expects that one is accepted and the others
 * are refused as conflicts.
 * @param save sends the save with this number (0 to 49) and returns its status and error code
 * @returns the number of the accepted save
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
