import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ProblemTexts } from './problem.ts'

export async function problemTexts(): Promise<ProblemTexts> {
  const t = await pageTexts()
  return {
    notAllowed: t('methods.problem.not_allowed'),
    alreadyThere: t('methods.problem.already_there'),
    wrongAddress: t('methods.problem.wrong_address'),
    notSupported: t('methods.problem.not_supported'),
  }
}
