import type { Config } from '#lib/config/config.ts'
import { readTextOverrides } from '#lib/i18n/overrides.ts'
import { type Finding, findings } from './finding.ts'

const texts = findings('texts')

/** Checks the installation's custom texts with the rules of the start. */
export function checkTexts({ textOverridesDir }: Config): Finding[] {
  if (textOverridesDir === undefined) return []
  const { problems, warnings } = readTextOverrides(textOverridesDir)
  if (problems.length > 0) return problems.map((problem) => texts.problem(problem))
  return [
    texts.ok(`the texts in ${textOverridesDir} are valid.`),
    ...warnings.map((warning) => texts.warning(warning)),
  ]
}
