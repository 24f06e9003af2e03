/** What the entries of the activity are about. */
export const eventCategories = ['sign_ins', 'changes', 'security', 'tokens'] as const
export type EventCategory = (typeof eventCategories)[number]

export const eventOutcomes = ['done', 'refused'] as const
export type EventOutcome = (typeof eventOutcomes)[number]
