import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import type { ProblemTexts } from './problem.ts'

export async function problemTexts(): Promise<ProblemTexts> {
  const t = await pageTexts()
  const { formerPasskeyHost: host } = await pageSettings()
  return {
    notAllowed: t('methods.problem.not_allowed'),
    alreadyThere: t('methods.problem.already_there'),
    // Related origins are not known to every browser (WebAuthn Level 3 section 5.11).
    wrongAddress: host
      ? t('methods.problem.former_address', { host })
      : t('methods.problem.wrong_address'),
    notSupported: t('methods.problem.not_supported'),
  }
}
