import { noStore, type Outcome } from '#lib/answers/outcome.ts'

/** The answer of an endpoint that an administrator has not switched on: as if it were not there. */
export const featureOff: Outcome = { kind: 'empty', status: 404, headers: noStore }
