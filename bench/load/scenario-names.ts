/** The measured operations, in the order of the report. */
export const scenarioNames = [
  'discovery',
  'certs',
  'client-credentials',
  'code-exchange',
  'refresh',
  'userinfo',
  'authorize',
  'sign-in',
  'user-search',
] as const

export type ScenarioName = (typeof scenarioNames)[number]
