import type { Config } from '#lib/config.ts'
import { readTextOverrides, TextOverridesError } from '#lib/i18n/overrides.ts'
import { type Finding, findings } from './finding.ts'

const texts = findings('texts')

/** Looks at the installation's own texts, as the start does. */
export function checkTexts({ textOverridesDir }: Config): Finding[] {
  if (textOverridesDir === undefined) return []
  try {
    const { warnings } = readTextOverrides(textOverridesDir)
    return [
      texts.ok(`those in ${textOverridesDir} can be used.`),
      ...warnings.map((warning) => texts.warning(warning)),
    ]
  } catch (error) {
    if (!(error instanceof TextOverridesError)) throw error
    return error.problems.map((problem) => texts.problem(problem))
  }
}
