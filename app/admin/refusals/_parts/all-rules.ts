/** The page of the documentation with every rule that refuses a request. */
export const allRules = '/docs/integrate/errors'
